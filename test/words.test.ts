import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { questionWords } from '../features/question/web/questionWords.ts'
import { common } from '../web/commonWords.ts'

/** Laws of the texts on screen, read from the words of every feature. */

interface Text {
  place: string
  zh: string
  en: string
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** The texts of one language: an object of strings, with no object in it. */
function entriesOf(source: string): Map<string, string> {
  return new Map(
    [...source.matchAll(/'?([\w$./-]+)'?:\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/g)].map(
      (match) => [match[1]!, match[2] ?? match[3] ?? match[4]!],
    ),
  )
}

/** The text between the brace at `open` and its closing brace; braces in strings do not count. */
function objectAt(source: string, open: number): string {
  const braces = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`|[{}]/g
  braces.lastIndex = open
  for (let depth = 0; ; ) {
    const match = braces.exec(source)
    assert.ok(match, 'an object that does not end')
    if (match[0] === '{') depth++
    if (match[0] === '}' && --depth === 0) return source.slice(open + 1, match.index)
  }
}

function textsOf(file: string): Text[] {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/\bwords\(\s*'([^']+)',\s*(?=\{)/g)].flatMap((match) => {
    const first = match.index + match[0].length
    const chinese = objectAt(source, first)
    const second = source.indexOf('{', first + chinese.length + 2)
    const english = entriesOf(objectAt(source, second))
    return [...entriesOf(chinese)].map(([key, zh]) => ({
      place: `${match[1]}.${key}`,
      zh,
      en: english.get(key)!,
    }))
  })
}

function shared(name: string, { zh, en }: Record<'zh' | 'en', Readonly<Record<string, string>>>): Text[] {
  return Object.entries(zh).map(([key, text]) => ({ place: `${name}.${key}`, zh: text, en: en[key]! }))
}

const texts: Text[] = [
  ...shared('common', common),
  ...shared('question', questionWords),
  ...globSync('{app,web,features}/**/*{words,Words}.ts', { cwd: root }).sort().flatMap(textsOf),
]

const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text)

test('the words of every feature are read', () => {
  assert.ok(texts.length > 2500, String(texts.length))
  assert.deepEqual(
    texts.filter(({ en }) => !en).map(({ place }) => place),
    [],
  )
  assert.deepEqual(
    texts.filter(({ en }) => isChinese(en) && en !== '中文').map(({ place }) => place),
    [],
  )
})

test('a text that three features show is common', () => {
  const places = Map.groupBy(
    texts.filter(({ zh }) => isChinese(zh)),
    ({ zh, en }) => `${zh} = ${en}`,
  )
  const repeated = [...places].filter(
    ([, found]) =>
      new Set(
        found.map(({ place }) => place.slice(0, place.lastIndexOf('.'))).filter((name) => name !== 'common'),
      ).size > 2,
  )
  assert.deepEqual(
    repeated.map(([text, found]) => `${text}: ${found.map(({ place }) => place).join(' ')}`),
    [],
  )
})

/** Chinese words that mean several things; every other has one English form, in singular and plural. */
const meanings: Readonly<Record<string, readonly string[]>> = {
  单位: ['Unit', 'Units', 'Organisation'],
  保存: ['Save', 'Storage'],
  启用: ['Enable', 'Enabled'],
  停用: ['Disable', 'Disabled'],
  撤回: ['Withdraw', 'Withdrawal'],
  关闭: ['Close', 'Closed'],
  不限: ['No limit', 'Everyone', 'All regions', 'Any'],
  选课: ['Choose', 'Choose classes', 'Course selection'],
  重新打开: ['Reload', 'Reopen'],
  中: ['Centre', 'Medium'],
  编号: ['Number', 'Code', 'Reference'],
  所属单位: ['Unit', 'Organisation'],
  标记: ['Flag', 'Flagged'],
  交卷: ['Submit', 'Submitted'],
  离开: ['Leave', 'Page left'],
  正确: ['Correct', 'True'],
  错误: ['Incorrect', 'False'],
  '新增 {count} 行': ['Added: {count}', 'New: {count}'],
  查看原因: ['View reason', 'Reason for viewing'],
  身份: ['Identity', 'Role'],
  次数: ['Attempt', 'Count'],
  本人: ['The learner', 'Own data only'],
  项目: ['Field', 'Item'],
  管理员: ['Administrators', 'Managers'],
  上传: ['Uploads', 'Uploaded'],
  继续: ['Continue', 'Resume'],
  打开: ['Open', 'Opened'],
}

/** Case, an article and the plural make no other form of a word. */
const formOf = (en: string) =>
  en
    .toLowerCase()
    .replace(/^(the|a|an) /, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$|(?<!s)s$/, '')

test('a Chinese word has one English form a meaning', () => {
  const forms = Map.groupBy(
    texts.filter(({ zh }) => isChinese(zh)),
    ({ zh }) => zh,
  )
  const several = [...forms]
    .map(([zh, found]) => [zh, [...new Set(found.map(({ en }) => formOf(en)))]] as const)
    .filter(([, found]) => found.length > 1)
  const wrong = several.filter(([zh, found]) =>
    found.some((form) => !meanings[zh]?.some((meaning) => formOf(meaning) === form)),
  )
  assert.deepEqual(
    wrong.map(([zh, found]) => `${zh}: ${found.join(' | ')}`),
    [],
  )
  const settled = Object.keys(meanings).filter((zh) => !several.some(([other]) => other === zh))
  assert.deepEqual(settled, [], 'a meaning that is not needed any more')
})

test('English has no marks of Chinese, and Chinese none of English after its letters', () => {
  const wrong = texts.filter(
    ({ zh, en }) => /[，。：；（）？！、《》]/.test(en) || /[\u4e00-\u9fff}][,;?!](?!\d)/.test(zh),
  )
  assert.deepEqual(
    wrong.map(({ place, zh, en }) => `${place}: ${zh} | ${en}`),
    [],
  )
})

test('a count in an English sentence has its plural', () => {
  const wrong = texts.filter(({ en }) =>
    /\{(?:count|days|minutes|seconds|times|rows|hours|attempts|left|people|total)\} (?!of|at|to|in|or|and|or more)[a-z]+s\b/.test(
      en,
    ),
  )
  assert.deepEqual(
    wrong.map(({ place, en }) => `${place}: ${en}`),
    [],
  )
})

/** Texts that speak of the braces themselves. */
const literal = ['invoiceConfig.remarkHelp']

const slotsOf = (text: string) => [...text.matchAll(/(?<!\$)\{(\w+)/g)].map((match) => match[1]!)

test('every text is said with the values it asks for', () => {
  const texts = new Map<string, Map<string, Text>>()
  const files = globSync('{app,web,features}/**/*.{ts,tsx}', { cwd: root }).sort()
  for (const file of files.filter((each) => /[wW]ords\.ts$/.test(each))) {
    const source = readFileSync(join(root, file), 'utf8')
    for (const [, hook, name] of source.matchAll(/export const (use\w+) = words\(\s*'([^']+)'/g)) {
      const found = textsOf(file).filter(({ place }) => place.startsWith(`${name}.`))
      texts.set(hook!, new Map(found.map((text) => [text.place.slice(name!.length + 1), text])))
    }
  }
  const ofAll = new Map(shared('common', common).map((text) => [text.place.slice('common.'.length), text]))
  const wrong: string[] = []
  let said = 0
  for (const file of files.filter((each) => each.endsWith('.tsx'))) {
    const source = readFileSync(join(root, file), 'utf8')
    const hooks = Map.groupBy(source.matchAll(/const (\w+) = (use\w*Words)\(\)/g), (match) => match[1]!)
    for (const [name, [only, ...others]] of hooks) {
      const own = texts.get(only![2]!)
      if (!own || others.some((other) => other[2] !== only![2])) continue
      for (const match of source.matchAll(new RegExp(`\\b${name}\\('(\\w+)'(, \\{)?`, 'g'))) {
        const text = own.get(match[1]!) ?? ofAll.get(match[1]!)
        const end = match.index + match[0].length
        if (!text || literal.includes(text.place) || (!match[2] && source[end] !== ')')) continue
        const given = match[2] ? objectAt(source, end - 1) : ''
        if (given.includes('...')) continue
        said++
        const missing = slotsOf(text.zh + text.en).filter((slot) => !new RegExp(`\\b${slot}\\b`).test(given))
        if (missing.length > 0) wrong.push(`${file}: ${text.place} has no ${missing.join(' ')}`)
      }
    }
  }
  assert.ok(said > 2000, String(said))
  assert.deepEqual(wrong, [])
})

test('a text asks for the same values in both languages', () => {
  const sides = ({ zh, en }: Text) => [zh, en].map((text) => [...new Set(slotsOf(text))].sort().join(' '))
  const wrong = texts.filter((text) => new Set(sides(text)).size > 1)
  assert.deepEqual(
    wrong.map(({ place, zh, en }) => `${place}: ${zh} | ${en}`),
    [],
  )
})
