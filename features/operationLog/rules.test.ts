import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { actionWords, differencesOf, subjectWords } from './rules.ts'

const sources = globSync('{app,features,server}/**/*.ts').filter((file) => !/\.test\.ts$|\/web\//.test(file))

/** What the source writes behind `field: ` in the deeds it records: whole words, and the patterns of composed ones. */
function wordsOf(field: string): { whole: Set<string>; composed: Set<string> } {
  const [whole, composed] = [new Set<string>(), new Set<string>()]
  for (const file of sources) {
    const text = readFileSync(file, 'utf8')
    if (!/\baudit\(/.test(text)) continue
    for (const [, said] of text.matchAll(new RegExp(`\\b${field}: ((?:[^\\n,]|,(?!\\s))*)`, 'g'))) {
      for (const [, literal] of said!.matchAll(/'([\w-]+(?:\.\w+)?)'/g)) whole.add(literal!)
      for (const [, template] of said!.matchAll(/`([^`]+)`/g)) composed.add(template!)
    }
  }
  return { whole, composed }
}

test('every deed that the source records has its words in both languages', () => {
  const { whole, composed } = wordsOf('action')
  const actions = [...whole].filter((word) => word.includes('.'))
  assert.ok(actions.length > 60, `${actions.length} deeds were found`)
  assert.deepEqual(
    actions.filter((action) => !(action in actionWords)),
    [],
  )
  for (const template of composed) {
    const pattern = new RegExp(`^${template.replace(/\$\{[^}]+\}/g, '[\\w-]+').replaceAll('.', '\\.')}$`)
    assert.ok(
      Object.keys(actionWords).some((action) => pattern.test(action)),
      template,
    )
  }
  const kinds = [...wordsOf('subjectKind').whole]
  assert.deepEqual(
    kinds.filter((kind) => !(kind in subjectWords)),
    [],
  )
  for (const [zh, en] of [...Object.values(actionWords), ...Object.values(subjectWords)]) {
    assert.match(zh, /[\u4e00-\u9fff]/)
    assert.match(en, /^[A-Z][\x20-\x7e’]+$/)
  }
})

test('differences are named leaf by leaf', () => {
  assert.deepEqual(
    differencesOf({ a: 1, b: { c: 'x', d: [1] } }, { a: 1, b: { c: 'y', d: [1, 2] }, e: null }),
    [
      { path: ['b', 'c'], before: 'x', after: 'y' },
      { path: ['b', 'd'], before: [1], after: [1, 2] },
    ],
  )
  assert.deepEqual(differencesOf(null, { a: 1 }), [{ path: ['a'], before: null, after: 1 }])
  assert.deepEqual(differencesOf({ a: 1 }, null), [{ path: ['a'], before: 1, after: null }])
  assert.deepEqual(differencesOf(null, null), [])
})
