"""What cameras see: one deferred pass of OpenGL without a display, on a CPU or a GPU."""
