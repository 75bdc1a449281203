import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Named } from '../contract/menu.ts'
import { type AuditSubject, compose } from '../server/feature.ts'
import { allFeatures } from './features.ts'

const audits = allFeatures.flatMap(({ audit }) => audit ?? [])
const actions: Readonly<Record<string, Named>> = Object.assign({}, ...audits.map((audit) => audit.actions))
const subjects: Readonly<Record<string, AuditSubject>> = Object.assign(
  {},
  ...audits.map((audit) => audit.subjects),
)

const sources = globSync('{app,features,server}/**/*.ts').filter(
  (file) => !/\.test\.ts$|\/web\/|\/feature\.ts$/.test(file),
)

/** The values that the source assigns to `field: ` in audit entries: literals, and patterns for template strings. */
function wordsOf(field: string): { literals: Set<string>; composed: Set<string> } {
  const [literals, composed] = [new Set<string>(), new Set<string>()]
  for (const file of sources) {
    const text = readFileSync(file, 'utf8')
    if (!/\baudit\(/.test(text)) continue
    for (const [, source] of text.matchAll(new RegExp(`\\b${field}: ((?:[^\\n,]|,(?!\\s))*)`, 'g'))) {
      for (const [, literal] of source!.matchAll(/'([\w-]+(?:\.\w+)?)'/g)) literals.add(literal!)
      for (const [, template] of source!.matchAll(/`([^`]+)`/g)) composed.add(template!)
    }
  }
  return { literals, composed }
}

test('every action that the source records is named in both languages by its feature', () => {
  const { literals, composed } = wordsOf('action')
  const written = [...literals].filter((word) => word.includes('.'))
  assert.ok(written.length > 60, `${written.length} actions were found`)
  assert.deepEqual(
    written.filter((action) => !(action in actions)),
    [],
  )
  for (const template of composed) {
    const pattern = new RegExp(`^${template.replace(/\$\{[^}]+\}/g, '[\\w-]+').replaceAll('.', '\\.')}$`)
    assert.ok(
      Object.keys(actions).some((action) => pattern.test(action)),
      template,
    )
  }
  const kinds = [...wordsOf('subjectKind').literals]
  assert.deepEqual(
    kinds.filter((kind) => !(kind in subjects)),
    [],
  )
  for (const [zh, en] of [...Object.values(actions), ...Object.values(subjects).map(({ words }) => words)]) {
    assert.match(zh, /[\u4e00-\u9fff]/)
    assert.match(en, /^[A-Z][\x20-\x7e’]+$/)
  }
})

test('no two features name the same action or subject', () => {
  const named = audits.flatMap((audit) => [
    ...Object.keys(audit.actions ?? {}),
    ...Object.keys(audit.subjects ?? {}).map((kind) => `subject ${kind}`),
  ])
  assert.deepEqual([...new Set(named)], named)
})

test('a table is owned once, and what is gone with a closed account is erased by its feature', () => {
  const group = 'noun'
  const tables = { some_rows: { copy: 'Profile', after: 'gone' } }
  const erase = async () => {}
  assert.throws(() => compose([{ group, tables }]), /nobody erases some_rows/)
  assert.throws(
    () => compose([{ group, tables, erase }, () => ({ group, tables, erase })]),
    /two features own some_rows/,
  )
})

test('leases are erased before attempts, and the profile by which others find the person last', () => {
  const erasing = allFeatures.filter(({ erase }) => erase).map(({ tables = {} }) => Object.keys(tables))
  const place = (table: string) => erasing.findIndex((tables) => tables.includes(table))
  assert.ok(place('play_leases') < place('exam_attempts'))
  assert.equal(place('students'), erasing.length - 1)
})
