import { kindNames, levelNames } from '../../template/rules.ts'
import { type PublishedKey, type Stated, type Withdrawal, withdrawalKinds } from '../rules.ts'
import { savedWords } from './savedWords.ts'
import { verified } from './verify.ts'

/** Content that the server writes into the page when it is saved. */
interface Saved {
  keys: readonly PublishedKey[]
  /** Address of the portal. */
  portal: string
  day: string
}

const saved = JSON.parse(document.getElementById('saved')!.textContent!) as Saved
let language: 'zh' | 'en' = /^zh/i.test(navigator.language) ? 'zh' : 'en'
let code = ''
let isAsked = false

/** An element with texts and elements in it: what a code says is only ever text. */
function element(name: string, content: readonly (Node | string)[], more: Record<string, string> = {}) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(more)) made.setAttribute(key, value)
  made.append(...content)
  return made
}

function factsOf(found: Stated): HTMLElement {
  const say = savedWords[language]
  const rows: [string, string | null][] = [
    [say.number, found.number],
    [say.holder, found.name],
    [say.card, found.cardTail],
    [say.kind, kindNames[found.kind][language]],
    [say.about[found.kind], found.title],
    [say.level, found.level && levelNames[found.level][language]],
    [say.year, String(found.year)],
    [say.hours, found.hoursTenths > 0 ? String(found.hoursTenths / 10) : null],
    [say.issued, found.issued],
    [say.issuer, found.issuer],
  ]
  return element(
    'dl',
    rows.flatMap(([name, value]) => (value ? [element('dt', [name]), element('dd', [value])] : [])),
  )
}

function withdrawnWords({ at, reason }: Withdrawal): string {
  const day = new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
  return savedWords[language].withdrawn
    .replace('{day}', day)
    .replace('{reason}', withdrawalKinds[reason][language])
}

function resultOf(text: string): Node[] {
  const say = savedWords[language]
  const found = verified(text, saved.keys)
  // The address before the payload is not signed and may name another certificate: what is signed is asked for by number.
  const online = `${saved.portal}/check`
  const link = element('a', [online], { href: online, rel: 'noreferrer' })
  if (!found)
    return [element('h2', [say.unsigned], { class: 'wrong' }), element('p', [say.newer], { class: 'quiet' })]
  if (found.withdrawn)
    return [
      element('h2', [withdrawnWords(found.withdrawn)], { class: 'unsure' }),
      element('p', [say.onlyOnline, ' ', link]),
    ]
  return [
    element('h2', [say.signed], { class: 'good' }),
    factsOf(found.stated),
    element('p', [say.compare]),
    element('p', [say.online, ' ', link], { class: 'quiet' }),
  ]
}

function draw(): void {
  const say = savedWords[language]
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  document.title = say.title
  const input = element('textarea', [code], {
    rows: '5',
    required: '',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const form = element('form', [element('label', [say.code, input]), element('button', [say.check])])
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    code = (input as HTMLTextAreaElement).value
    isAsked = true
    draw()
  })
  const other = element('button', [say.other], { type: 'button', class: 'plain' })
  other.addEventListener('click', () => {
    code = (input as HTMLTextAreaElement).value
    language = language === 'zh' ? 'en' : 'zh'
    draw()
  })
  const result = element('div', isAsked ? resultOf(code) : [], { role: 'status' })
  const note = say.saved.replace('{day}', saved.day).replace('{count}', String(saved.keys.length))
  document.body.replaceChildren(
    element('header', [other]),
    element('main', [
      element('section', [element('h1', [say.title]), element('p', [say.lead]), form, result]),
      element('p', [note], { class: 'quiet' }),
    ]),
  )
}

draw()
