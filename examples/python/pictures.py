"""Pictures for the other examples, where matplotlib is installed (Debian: python3-matplotlib)."""


def pyplot():
    """matplotlib's pyplot that draws to files; None, and a word about it, where there is none."""
    try:
        import matplotlib
    except ImportError:
        print("No picture: matplotlib is not installed (Debian: python3-matplotlib).")
        return None
    matplotlib.use("Agg")
    from matplotlib import pyplot as found

    return found


def save(figure, file):
    figure.savefig(file, dpi=120)
    print(f"Drawn to {file}.")
