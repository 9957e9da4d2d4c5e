// SPDX-License-Identifier: GPL-3.0-or-later
// What bench-schema measures, with ajv: node schema-ajv.js TOOLS-FOLDER CORPUS. The JSON is read
// before. The last line has the µs for compiling and checking everything once.
'use strict';
const fs = require('fs');
const path = require('path');

const [tools, corpus] = process.argv.slice(2);
const modules = path.join(tools, 'node_modules');
const load = name => require(path.join(modules, name));
const version = load('ajv/package.json').version;
const Ajv = load('ajv').default;
const Ajv2020 = load('ajv/dist/2020').default;
const options = { strict: false, validateFormats: false, logger: false };

const read = name => JSON.parse(fs.readFileSync(path.join(corpus, name), 'utf8'));
const lists = {};
const items = read('_sample-arguments.json').map(sample => {
  lists[sample.server] ||= read(sample.server + '.json').tools;
  const tool = lists[sample.server].find(one => one.name === sample.tool);
  return { schema: tool.inputSchema, full: sample.full, min: sample.min };
});

function now () {
  return Number(process.hrtime.bigint()) / 1000;
}

function print (what, times) {
  times.sort((a, b) => a - b);
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  const at = n => times[n].toFixed(2).padStart(8);
  console.log(`ajv ${version} ${what.padEnd(22)} p50 ${at(times.length >> 1)} µs  ` +
    `p99 ${at(Math.floor(times.length * 0.99))} µs  max ${at(times.length - 1)} µs  ` +
    `mean ${mean.toFixed(2).padStart(8)} µs`);
}

// One instance for each dialect, as a program that knows ajv makes them.
const old = new Ajv(options);
const recent = new Ajv2020(options);
const isOld = schema => /draft-07/.test(schema.$schema || '');
old.compile({ type: 'string' });
recent.compile({ type: 'string' });

const compiled = [];
const compileTimes = [];
const start = now();
for (const item of items) {
  const before = now();
  const validate = (isOld(item.schema) ? old : recent).compile(item.schema);
  compileTimes.push(now() - before);
  validate(item.full);
  compiled.push(validate);
}
const total = now() - start;
print('compile', compileTimes);

function check (what, member) {
  const rounds = 200;
  print(what, items.map((item, index) => {
    const validate = compiled[index];
    const value = item[member];
    for (let i = 0; i < rounds; i++)
      validate(value);
    const before = now();
    for (let i = 0; i < rounds; i++)
      validate(value);
    return (now() - before) / rounds;
  }));
}

check('test, all fields', 'full');
check('test, required fields', 'min');
check('test, wrong value', 'schema');
console.log(`ajv ${version} total ${total.toFixed(0)} µs`);
