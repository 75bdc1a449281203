import type { CompatStatement, Identifier, SupportStatement } from '@mdn/browser-compat-data'
import compat from '@mdn/browser-compat-data' with { type: 'json' }
import postcss, { type AtRule, type ChildNode, type Container, type Declaration } from 'postcss'
import { type ESTree, parseAst, Visitor } from 'vite'
import { floor } from '../web/floor.ts'

/**
 * Search for what a script or a style needs and the oldest browsers lack, by the public compatibility data. A
 * member is known by its name, so one that an older object has too is left to the compiler: `oldestTypes.ts`
 * gives it the objects of the oldest browsers.
 */

const oldest = {
  chrome: floor.chrome,
  chrome_android: floor.chrome,
  webview_android: floor.chrome,
  safari: floor.safari,
  safari_ios: floor.safari,
}

function isThere(support: SupportStatement | undefined, version: number): boolean {
  return [support ?? []]
    .flat()
    .some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        typeof added === 'string' &&
        Number.parseFloat(added.replace('≤', '')) <= version &&
        !(typeof removed === 'string' && Number.parseFloat(removed) <= version) &&
        !flags &&
        !prefix &&
        !other,
    )
}

/** True if the oldest browsers have a feature. */
function hasFloor({ support }: CompatStatement): boolean {
  return Object.entries(oldest).every(([name, version]) =>
    isThere(support[name as keyof typeof oldest], version),
  )
}

/** The same of a style or an event, where a kind of browser may do without for ever: a phone has no pointer. */
function isNoLater({ support }: CompatStatement): boolean {
  return Object.entries(oldest).every(([name, version]) => {
    const of = support[name as keyof typeof oldest]
    return isThere(of, version) || !isThere(of, Number.POSITIVE_INFINITY)
  })
}

const partsOf = (of: Identifier | undefined): [string, Identifier][] =>
  Object.entries(of ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][]

const statementOf = (feature: Identifier | undefined) => feature?.['__compat']

/** Features by name; a name is there when any feature of that name is. */
class Names {
  readonly #there = new Map<string, boolean>()
  readonly #isThere: (compat: CompatStatement) => boolean
  constructor(isThere = hasFloor) {
    this.#isThere = isThere
  }
  add(name: string, feature: Identifier): void {
    const statement = statementOf(feature)
    if (statement) this.#there.set(name, (this.#there.get(name) ?? false) || this.#isThere(statement))
  }
  knows(name: string): boolean {
    return this.#there.has(name)
  }
  isMissing(name: string): boolean {
    return this.#there.get(name) === false
  }
}

const globals = new Names()
const statics = new Names()
const members = new Names()
const attributes = new Names()
const events = new Names(isNoLater)
for (const [owner, feature] of [...partsOf(compat.javascript.builtins), ...partsOf(compat.api)]) {
  globals.add(owner, feature)
  for (const [name, member] of partsOf(feature)) {
    const plain = name.replace(/_(static|event)$/, '')
    if (name.endsWith('_event')) events.add(plain, member)
    if (!/^\w+$/.test(name) || name.endsWith('_event') || name === owner) continue
    // The data of the language does not say which of its members belong to the object itself.
    statics.add(`${owner}.${plain}`, member)
    // An object of a newer kind is found by the name of its kind.
    if (!name.endsWith('_static') && !globals.isMissing(owner)) members.add(plain, member)
    if (owner === 'Window' || owner === 'globalThis') globals.add(plain, member)
  }
}
for (const [name, feature] of partsOf(compat.html.global_attributes)) attributes.add(name, feature)
/**
 * By the name of each kind of object, which members are missing in the oldest browsers, those of the kind itself as
 * `static name`; `null` where they lack the kind. The data of the language does not say which are the kind's own.
 */
export const lackingMembers: ReadonlyMap<string, readonly string[] | null> = new Map(
  [...partsOf(compat.javascript.builtins), ...partsOf(compat.api)].map(([owner, feature]) => {
    const statement = statementOf(feature)
    if (statement && !hasFloor(statement)) return [owner, null]
    const lacking = partsOf(feature)
      .filter(([, member]) => statementOf(member) && !hasFloor(statementOf(member)!))
      .map(([name]) => name.replace(/^(\w+)_event$/, 'on$1').replace(/^(\w+)_static$/, 'static $1'))
    return [owner, lacking.filter((name) => /^(static )?\w+$/.test(name) && name !== owner)]
  }),
)
const lookbehind = /\(\?<[=!]/

/** A use of what the oldest browsers lack: its name, and the text around it. */
export interface Missing {
  name: string
  near: string
}

/** Lists what a script needs that the oldest browsers lack. */
export function missingInScript(code: string): Missing[] {
  const found: Missing[] = []
  const add = (name: string, at: number) =>
    found.push({ name, near: code.slice(Math.max(0, at - 40), at + 60).replaceAll(/\s+/g, ' ') })
  new Visitor({
    MemberExpression({ object, property, computed, start }) {
      if (computed || property.type !== 'Identifier') return
      const owner = object.type === 'Identifier' ? object.name : ''
      if (globals.isMissing(owner)) add(owner, start)
      else if (statics.isMissing(`${owner}.${property.name}`)) add(`${owner}.${property.name}`, start)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && globals.isMissing(callee.name)) add(callee.name, callee.start)
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const { name } = callee.property
      const owner = callee.object.type === 'Identifier' ? callee.object.name : ''
      if (members.isMissing(name) && !statics.knows(`${owner}.${name}`))
        add(`.${name}()`, callee.property.start)
      const given = textOf(first)
      if (name === 'setAttribute' && attributes.isMissing(given)) add(`[${given}]`, callee.start)
      if (name === 'addEventListener' && events.isMissing(given)) add(`on ${given}`, callee.start)
    },
    NewExpression({ callee, start }) {
      if (callee.type === 'Identifier' && globals.isMissing(callee.name)) add(callee.name, start)
    },
    Property({ key, start }) {
      if (key.type === 'Identifier' && attributes.isMissing(key.name)) add(`[${key.name}]`, start)
    },
    StaticBlock({ start }) {
      add('static {}', start)
    },
    Literal(node) {
      const { pattern, flags } = 'regex' in node ? node.regex : { pattern: textOf(node), flags: '' }
      if (lookbehind.test(pattern)) add('(?<=)', node.start)
      if (flags.includes('v')) add('/v', node.start)
    },
    TemplateLiteral(node) {
      if (lookbehind.test(textOf(node))) add('(?<=)', node.start)
    },
  }).visit(parseAst(code))
  return found
}

/** The text of a string; a minifier writes it as a template. */
function textOf(node: ESTree.Argument | undefined): string {
  if (node?.type === 'Literal') return String(node.value)
  return node?.type === 'TemplateLiteral' ? (node.quasis[0]!.value.cooked ?? '') : ''
}

const { css } = compat
/** Units and functions of values, by the name that is written. */
const units = new Names(isNoLater)
const functions = new Names(isNoLater)
for (const [name, feature] of partsOf(css.types?.length)) {
  if (name === 'container_query_length_units') units.add('cq', feature)
  else if (name.startsWith('viewport_percentage')) units.add(`${name.split('_').at(-1)![0]}v`, feature)
  else units.add(name, feature)
}
/** A unit as the data knows it: all that measure a changing viewport are one. */
const unitOf = (unit: string) => /^([dsl]v|cq)/.exec(unit)?.[0] ?? unit
function addFunctions(of: Identifier | undefined): void {
  for (const [name, feature] of partsOf(of)) {
    functions.add(name, feature)
    addFunctions(feature)
  }
}
addFunctions(css.types)
addFunctions(css.properties)

const isMissing = (feature: Identifier | undefined) => {
  const statement = statementOf(feature)
  return statement !== undefined && !isNoLater(statement)
}

function lackOfDeclaration({ prop, value, parent }: Declaration): string[] {
  const same = parent!.nodes.filter((node): node is Declaration => node.type === 'decl' && node.prop === prop)
  // What a browser does not understand leaves the earlier value as it is.
  if (same[0]!.value !== value && lackOfDeclaration(same[0]!).length === 0) return []
  const property = css.properties?.[prop]
  const isPrefixed = parent!.nodes.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`)
  return [
    ...(isMissing(property) && !isPrefixed && !prop.startsWith('-') ? [prop] : []),
    ...(/^[\w-]+$/.test(value) && isMissing(property?.[value]) ? [`${prop}: ${value}`] : []),
    ...[...value.matchAll(/(?<![\w-])([a-z-]+)\(/g)]
      .filter(([, name]) => functions.isMissing(name!))
      .map(([, name]) => `${name}()`),
    ...[...value.matchAll(/(?<![\w-])[\d.]+([a-z]+)\b/g)]
      .filter(([, unit]) => units.isMissing(unitOf(unit!)))
      .map(([, unit]) => unit!),
  ]
}

/** True if the style asks before: what is in a rule for browsers that have it. */
const isAsked = (node: ChildNode | Container): boolean =>
  Boolean(node.parent) &&
  ((node.parent as AtRule).name === 'supports' || isAsked(node.parent as unknown as Container))

/** Lists what a style needs that the oldest browsers lack. */
export function missingInStyle(code: string): Missing[] {
  const found: Missing[] = []
  postcss.parse(code).walk((node) => {
    const add = (name: string) => found.push({ name, near: node.toString().slice(0, 100) })
    if (isAsked(node)) return
    if (node.type === 'decl') lackOfDeclaration(node).forEach(add)
    else if (node.type === 'rule') {
      if (node.parent?.type === 'rule' || node.selector.includes('&')) add('&')
      for (const [, name] of node.selector.matchAll(/::?([a-z-]+)/g)) {
        if (isMissing(css.selectors?.[name!])) add(`:${name}`)
      }
    } else if (node.type === 'atrule') {
      if (isMissing(css['at-rules']?.[node.name])) add(`@${node.name}`)
      if (/[<>]=?/.test(node.params) && node.name === 'media') add('@media range')
    }
  })
  return found
}
