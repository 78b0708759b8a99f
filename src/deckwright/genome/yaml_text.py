"""Plain data from YAML that anybody may have written."""

from __future__ import annotations

from typing import Any

import yaml


class _Loader(yaml.SafeLoader):
    """Refuses a key that appears twice in one object, of which the library takes the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:  # noqa: FBT001, FBT002
        seen: set[tuple[str, str]] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                named = key.tag, key.value
                if named in seen:
                    problem = f"the key {key.value[:60]!r} appears twice in one object"
                    raise yaml.constructor.ConstructorError(None, None, problem, key.start_mark)
                seen.add(named)
        return super().construct_mapping(node, deep)


def read_yaml(text: str) -> Any:
    """The data that a text says; YAMLError if it is none, also where the library's own readers of values fail."""
    try:
        return yaml.load(text, _Loader)
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise yaml.YAMLError(f"a value in it cannot be read ({type(error).__name__})") from None
