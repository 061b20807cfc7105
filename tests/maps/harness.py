"""A dozen lines of test harness: check() counts, report() prints what tests/run adds up."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = os.path.join(ROOT, "tools", "maps")
DATA = os.path.join(ROOT, "data")
sys.path.insert(0, TOOLS)
sys.dont_write_bytecode = True

passed = failed = 0


def check(what, ok, detail=""):
    """Count one claim; say so if it does not hold."""
    global passed, failed
    if ok:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {what}" + (f" ({detail})" if detail != "" else ""))


def report():
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
