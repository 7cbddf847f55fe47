#!/usr/bin/env python3
"""Writes more_features.json: small templates and what Jinja's own sandbox makes of them (trim_blocks, lstrip_blocks)."""
import datetime
import json
import pathlib

from jinja2 import TemplateSyntaxError
from jinja2.sandbox import ImmutableSandboxedEnvironment

CLOCK = datetime.datetime(2025, 3, 9, 7, 5, 2)
MESSAGES = [
    {"role": "system", "content": " Be kind.\n"},
    {"role": "user", "content": "Hi <|im_end|> there"},
    {"role": "assistant", "content": "<think>\nhm\n</think>\n\nYes."},
    {"role": "user", "content": "Ще ли? ÉÀß"},
]
VARS = {"messages": MESSAGES, "x": {"b": 1, "a": [1, 2, {"c": None}]}, "n": 7, "f": 2.5, "s": "a-b_c d", "l": [3, 1, 2],
        "words": ["Banana", "apple", "Cherry", "apple"], "t": True, "e": "", "nothing": None}

TEMPLATES = r"""
{{ s.split('-') }}|{{ s.rsplit('_', 1) }}|{{ ' a  b '.split() }}|{{ 'a,b,,c'.split(',') }}|{{ 'a b c d'.split(' ', 2) }}
{{ 'a\nb\r\nc'.splitlines() }}|{{ 'k=v=w'.partition('=') }}|{{ 'k=v=w'.rpartition('=') }}|{{ 'kv'.partition('=') }}
{{ 'abc'.removeprefix('a') }}{{ 'abc'.removesuffix('c') }}|{{ 'xxabcxx'.strip('x') }}|{{ 'xxa'.lstrip('x') }}|{{ 'axx'.rstrip('x') }}
{{ s | title }}|{{ s | capitalize }}|{{ 'o\'neil-x (y)' | title }}|{{ "o'neil x2y".title() }}
{{ words | sort }}|{{ words | sort(reverse=true) }}|{{ words | sort(case_sensitive=true) }}|{{ words | unique | list }}
{{ l | sort | join(',') }}|{{ l | max }}{{ l | min }}|{{ l | sum }}|{{ l | reverse | list }}|{{ words | max }}
{{ [[1,2],[3]] | sum(start=[]) }}|{{ messages | map(attribute='role') | join('+') }}|{{ messages | map(attribute='nope', default='z') | list }}
{{ messages | selectattr('role', 'in', ['user', 'system']) | list | length }}|{{ messages | rejectattr('role', 'equalto', 'user') | map(attribute='role') | list }}
{{ range(10) | select('odd') | list }}|{{ range(10) | reject('divisibleby', 3) | list }}|{{ range(5, 0, -2) | list }}|{{ range(2, 5) | list }}
{{ words | groupby('0') | length if false else words | map('length') | list }}
{% for k, g in messages | groupby('role') %}{{ k }}:{{ g | length }};{% endfor %}
{% for a in [1,2,3] | batch(2) %}{{ a }}{% endfor %}|{% for a in [1,2,3] | batch(2, 'x') %}{{ a }}{% endfor %}
{{ x | tojson }}|{{ x | tojson(indent=4) }}|{{ [] | tojson(indent=2) }}{{ {} | tojson(indent=2) }}
{{ x }}|{{ x.a[2] }}|{{ x['b'] }}|{{ x.a.1 }}|{{ x.get('q') }}|{{ x.get('q', 4) }}|{{ x.keys() | list }}|{{ x.values() | list | length }}|{{ x | items | list }}
{{ x | dictsort }}|{{ {'B': 1, 'a': 3} | dictsort }}|{{ {'B': 1, 'a': 3} | dictsort(by='value', reverse=true) }}
{{ 1 + 2 * 3 - 4 / 2 }}|{{ 7 % -3 }}|{{ -7 % 3 }}|{{ 7.5 // 2 }}|{{ 2 ** 3 ** 2 }}|{{ -2 ** 2 }}|{{ 1e16 }}|{{ 1.5e-7 }}|{{ 0.1 + 0.2 }}|{{ 1e15 }}|{{ 123456789.125 }}
{{ 3 | float }}|{{ '2.5' | float }}|{{ 'x' | float }}|{{ 'x' | int }}|{{ 'x' | int(9) }}|{{ '0x1f' | int(base=16) }}|{{ 3.99 | int }}|{{ -3.99 | int }}|{{ '12' | int * 2 }}|{{ ' 5 ' | int }}
{{ 2.5 | round }}|{{ 3.5 | round }}|{{ 2.345 | round(2) }}|{{ 2.1 | round(0, 'ceil') }}|{{ 2.9 | round(method='floor') }}|{{ 42 | round }}
{{ not t }}|{{ t and 'y' or 'n' }}|{{ nothing or 'd' }}|{{ 1 if e else 2 }}|{{ (1 if e) is defined }}|{{ 1 < 3 > 2 }}|{{ 1 == 1.0 }}|{{ true == 1 }}|{{ 'a' < 'b' }}|{{ [1, 2] < [1, 3] }}
{{ 1 in [1.0] }}|{{ 'b' in x }}|{{ 'q' not in x }}|{{ '' in 'a' }}|{{ none in [none] }}|{{ 3 in (1, 2) }}
{{ (1,) }}|{{ () }}|{{ (1, 'a') }}|{{ [] }}|{{ {} }}|{{ {'a': 1, 2: 'b', none: true} }}|{{ "it's" }}{{ ["it's", 'say "x"', 'both \' "', 'n\nt\t\\'] }}
{{ s[0] }}{{ s[-1] }}{{ s[1:3] }}{{ s[::-1] }}{{ s[::2] }}{{ s[-3:] }}{{ s[:100] }}{{ s[100:] }}|{{ l[-2:] }}{{ l[::-1] }}{{ l[5:] }}{{ s[99] is defined }}
{{ 'жяé'[1] }}{{ 'жяé'[::-1] }}{{ 'жяé' | length }}{{ 'straße' | upper }}{{ 'ÀÉ' | lower }}
{% set a, b = 1, 2 %}{{ a }}{{ b }}{% set c = 1, %}{{ c }}{% for (p, q), r in [((1, 2), 3)] %}{{ p }}{{ q }}{{ r }}{% endfor %}
{% set ns = namespace(a=1, b='x') %}{% set ns.a = ns.a + 1 %}{% set ns.c = 3 %}{{ ns.a }}{{ ns.b }}{{ ns.c }}{{ ns.d is defined }}
{% macro f(a, b=2, c='z') %}[{{ a }},{{ b }},{{ c }}]{% endmacro %}{{ f(1) }}{{ f(1, c=3) }}{{ f(c=1, a=2) }}{{ f() }}{{ f.name }}
{% macro g() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ g(1, 2, k=3) }}
{% macro outer(x) %}<{{ caller(x) }}>{% endmacro %}{% call(y) outer(5) %}y={{ y }}{% endcall %}
{% macro a(x) %}{% if x > 0 %}{{ x }}{{ a(x - 1) }}{% endif %}{% endmacro %}{{ a(3) }}
{% set v = 1 %}{% macro m() %}{{ v }}{% endmacro %}{% set v = 2 %}{{ m() }}
{% for i in [1,2,3] %}{{ loop.cycle('a', 'b') }}{{ loop.revindex0 }}{{ loop.changed(i // 2) }}{{ loop.depth }}{% endfor %}
{% for i in [[1, [2, 3]], 4] recursive %}{% if i is iterable %}({{ loop(i) }}){% else %}{{ i }}{{ loop.depth0 }}{% endif %}{% endfor %}
{% for i in x.a %}{% if loop.first %}{% continue %}{% endif %}{{ loop.index }}{% if loop.index == 2 %}{% break %}{% endif %}{% else %}none{% endfor %}
{% for c in e %}x{% else %}empty{% endfor %}{% for i in nope %}x{% else %}none{% endfor %}
{% for k in {'a': 1} %}{{ k }}{% endfor %}{% for k, v in {'a': 1}.items() %}{{ k }}{{ v }}{% endfor %}
{% if nope %}a{% elif n == 7 %}b{% else %}c{% endif %}{% if nope is defined and nope.x %}d{% endif %}
{% with a = 1, b = 2 %}{{ a + b }}{% endwith %}{{ a is defined }}
{% set q | upper %}ab{{ 1 }}{% endset %}{{ q }}{% set r | trim | upper %}  cd {% endset %}[{{ r }}]
{% filter upper | replace('A', 'x') %}banana{% endfilter %}
{% raw %}{{ x }}{% if %}{% endraw %}|{%- raw -%}  {{ y }}  {%- endraw -%}|
{{ 'a' 'b' "c" }}|{{ 'tab\tq\x41\u0416\U0001F600\101\q' }}
{{ '%s-%d-%5.2f|%-5s|%05d|%x' % ('a', 3, 2.5, 'b', 42, 255) }}|{{ '%s' % 'x' }}|{{ '%s %s' | format('a', 1) }}|{{ '100%% %s' % 1 }}
{{ '{} {} {}'.format(1, 'b', none) }}|{{ '{1}{0}'.format('a', 'b') }}|{{ '{x}{{}}'.format(x=5) }}|{{ '{:>5}|{:<4}|{:.2f}|{:05d}'.format('a', 'b', 2.345, 42) }}
{{ 'a' ~ 1 ~ 2.0 ~ none ~ true ~ [1] ~ nope }}|{{ [1, 'a'] | join }}|{{ [1, 'a'] | join(', ') }}|{{ 'abc' | join('-') }}
{{ nope | default('d') }}{{ e | default('d') }}{{ e | default('d', true) }}{{ nope | default }}{{ none | d('x', boolean=true) }}{{ nope.x | default('y') if nope is defined else 'u' }}
{{ 'a' is string }}{{ 1 is string }}{{ x is mapping }}{{ l is sequence }}{{ s is sequence }}{{ 1 is iterable }}{{ t is boolean }}{{ 1 is boolean }}{{ f is float }}{{ n is integer }}{{ t is integer }}{{ t is number }}{{ 'A' is upper }}{{ 'a' is lower }}{{ range is callable }}
{{ n is eq 7 }}{{ n is ne(7) }}{{ n is gt 3 }}{{ n is lt(3) }}{{ n is ge 7 }}{{ n is sameas 7 }}{{ none is sameas none }}{{ n is odd }}{{ n is divisibleby 7 }}{{ n is not divisibleby(2) }}{{ 'x' is in 'xyz' }}
{{ 'upper' is filter }}{{ 'nope' is filter }}{{ 'odd' is test }}{{ true is true }}{{ 1 is true }}{{ false is false }}
{{ 'a\nb\n\nc' | indent }}|{{ 'a\nb' | indent(2, true) }}|{{ 'a\n\nb' | indent(2, blank=true) }}|{{ 'a\nb' | indent('>>') }}
{{ 'hello world foo' | truncate(11) }}|{{ 'hello world foo' | truncate(9, true, '..', 0) }}|{{ 'hello' | center(9) }}|{{ 'hello' | center(10) }}|{{ 'a b  c' | wordcount }}
{{ '<a href="x">&\'' | e }}|{{ 'a b/ä?' | urlencode }}|{{ 'x' | string }}|{{ 5 | string | length }}
{{ 'abcabc'.find('c') }}{{ 'abcabc'.rfind('c') }}{{ 'abc'.find('z') }}{{ 'abcabc'.count('bc') }}{{ 'abc'.index('b') }}{{ [1, 2, 1].count(1) }}{{ [1, 2].index(2) }}
{{ 'abc'.startswith(('x', 'a')) }}{{ 'abc'.endswith('c') }}{{ '12'.isdigit() }}{{ 'ab1'.isalnum() }}{{ 'ab'.isalpha() }}{{ ' '.isspace() }}{{ 'AB'.isupper() }}{{ 'aB'.islower() }}
{{ 'ab'.ljust(4) }}|{{ 'ab'.rjust(4, '*') }}|{{ 'a-b'.replace('-', '+') }}{{ 'aaa'.replace('a', 'b', 2) }}{{ 'ab'.replace('', '-') }}
{{ messages[2].content.split('</think>')[-1].lstrip('\n') }}|{{ messages[0].content | trim }}|{{ messages[-1].content[:3] }}|{{ messages[1:] | length }}|{{ (messages | last).role }}|{{ messages[0]['role'] ~ ':' }}
{%- for m in messages if m.role != 'system' %}{{ loop.index }}{{ m.role[0] }}{{ loop.last }} {%- endfor %}
{{ dict(a=1, b=2) }}|{{ dict([('k', 'v')]) }}|{{ [1, 2, 3] == [1, 2, 3] }}|{{ {'a': 1} == {'a': 1.0} }}|{{ (1, 2) == [1, 2] }}
{{ joiner is callable }}{% set sep = joiner('; ') %}{% for i in l %}{{ sep() }}{{ i }}{% endfor %}
{{ strftime_now('%Y-%m-%d %H:%M:%S %A %B %j %a') }}
{{ [1, 2] | first }}{{ [] | first is defined }}{{ 'abc' | last }}{{ 'abc' | list }}{{ [] | max is defined }}
a{#- x -#} b {# y #}c {#+ z #}d
  {%- set z = 1 -%}  e{% set z = 2 +%}
f
{% block main scoped %}in{% endblock main %}{% autoescape false %}<{% endautoescape %}
{{ 1_000 }}|{{ 0xff }}|{{ 0b101 }}|{{ 0o17 }}|{{ 1.5e3 }}|{{ 007 if false else 7 }}
{{ l.append(4) }}
{{ x.update({'z': 1}) }}
{{ nope.attr }}
{{ nope + 1 }}
{{ [1] + 'a' }}
{{ 'a' < 1 }}
{{ none | length }}
{{ 5 | join }}
{% set x.b = 2 %}
{% for a, b in [1] %}{% endfor %}
{{ f(1) }}
{{ s.nope() }}
{{ 'a'.split('') }}
{{ '%d' % 'x' }}
{{ '{} {}'.format(1) }}
{{ raise_exception('stop ' ~ n) }}
{% macro f(a) %}{% endmacro %}{{ f(1, 2) }}
{% macro f(a) %}{% endmacro %}{{ f(b=2) }}
{{ 1 is divisibleby 0 }}
{{ [] | map('nofilter') | list }}
{{ [1] | select('notest') | list }}
{{ {}['a']['b'] }}
{{ range(200000) | length }}
{% if %}x{% endif %}
{% for x %}{% endfor %}
{% for x in %}{% endfor %}
{% set = 1 %}
{% endif %}
{{ 1 + }}
{{ (1 }}
{{ [1, }}
{{ 'a }}
{% raw %}x
{# x
{{ a b }}
{% if 1 %}{% else %}{% elif 2 %}{% endif %}
{{ }}
{{ a..b }}
{% macro %}{% endmacro %}
{{ x | }}
{{ x is }}
{% set true = 1 %}
{{ f(a=1, 2) }}
"""


def main():
    env = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])

    class Raised(Exception):
        pass

    def raise_exception(message):
        raise Raised(message)

    def tojson(x, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(x, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)

    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = CLOCK.strftime
    # Two of the lines are one template each with their neighbours: those that begin with blanks or span lines.
    lines = TEMPLATES.strip("\n").split("\n")
    sources, i = [], 0
    while i < len(lines):
        if i + 2 < len(lines) and lines[i + 1].startswith("  {%-"):
            sources.append("\n".join(lines[i:i + 3]))
            i += 3
        else:
            sources.append(lines[i])
            i += 1
    cases = []
    for number, source in enumerate(sources):
        try:
            expected = {"prompt": env.from_string(source).render(**VARS)}
        except TemplateSyntaxError as e:
            expected = {"error": "syntax", "kind": str(e)}
        except Raised as e:
            expected = {"error": "raised", "message": str(e)}
        except Exception as e:  # noqa: BLE001
            expected = {"error": "runtime", "kind": type(e).__name__}
        if "<generator" in str(expected) or " object at 0x" in str(expected):
            raise SystemExit(f"case {number} prints an address: {source}")
        cases.append({"id": f"more-{number}", "source": "own", "what": "against jinja2", "input": {"template_text": source, "vars": VARS},
                      "expected": expected, "note": ""})
    out = {"format": 1, "kind": "template-feature", "clock": CLOCK.isoformat(), "cases": cases}
    path = pathlib.Path(__file__).parent / "more_features.json"
    path.write_text(json.dumps(out, indent=0) + "\n")
    print(len(cases), "cases;", sum("error" in c["expected"] for c in cases), "of them errors")


main()
