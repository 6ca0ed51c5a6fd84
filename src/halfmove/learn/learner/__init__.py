"""The learner: a network's parameters moved towards what samples say, by PyTorch or by NumPy."""
