from tests.support.configured import configure as configure
