import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { allFeatures, allHandlers } from '../app/features.ts'
import { allPages } from '../app/webPages.ts'
import { pathsOf } from '../contract/call.ts'
import { tableOwners } from '../db/tables.ts'
import { approvalKinds } from '../features/approval/server/actions.ts'
import { defaultSettings } from '../features/project/rules.ts'
import { admittedStatuses, liveStatuses } from '../features/enrolment/rules.ts'
import { importKinds } from '../features/import/server/actions.ts'
import { profileFields } from '../features/project/register/rules.ts'
import type { FormField } from '../features/signUp/rules.ts'
import { applicantColumns, type SheetForm } from '../features/signUp/sheet/rules.ts'
import { rosterColumns } from '../features/student/import/rules.ts'
import { exceptionStatuses, isUnsettled } from '../features/supportCase/rules.ts'
import { existingUnitStatuses } from '../features/unit/rules.ts'
import { serverTables } from '../server/feature.ts'
import { ledgerRows, ledgerTests, type LedgerTest, untestable } from './ledger.ts'
import { drawnBy, mutants } from './mutants/mutants.ts'
import { ownTables, projectTables } from './ownTables.ts'
import { shuffled } from './tasks.ts'

/** The laws of the house, read from the imports, the SQL and the tree; memory holds none of them. */

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = globSync('{app,contract,server,web,features,sandbox,db,test}/**/*.{ts,tsx}', { cwd: root })
  .map((file) => normalize(file))
  .sort()
/** Content of the demo, which is data: laws of its words and years are those of code. */
const contents = globSync('db/seed/**/*.{yaml,html,md}', { cwd: root })
  .map((file) => normalize(file))
  .sort()
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** A file without its comments. */
const code = (file: string) => textOf(file).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('test/')

interface Import {
  from: string
  to: string
  typeOnly: boolean
  /** Only when its code is needed. */
  later: boolean
}

/** Imports by a name that is made as it runs, and why. */
const importedByName: Readonly<Record<string, string>> = {
  'features/import/server/recheck.ts': 'a kind of import names the file of its reader',
  'features/import/server/worker.ts': 'the same in its thread, which is given the name',
}

/** Tables that are named as the statement is made, and why. */
const writesByName: Readonly<Record<string, string>> = {
  'db/rotate.ts ${tx(table)}': 'sealed columns of all tables get another key',
  'features/category/server/actions.ts ${tx(kind.table)}':
    'trees of categories are tables of one shape, its own',
}

/** Imports of all files, and modules to which one adds a declaration. */
const imports: Import[] = sources.flatMap((file) =>
  [
    ...textOf(file).matchAll(
      /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|^(?:import|declare\s+module)\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm,
    ),
  ].map((match) => ({
    from: file,
    to: normalize(join(dirname(file), (match[2] ?? match[3] ?? match[4])!)),
    typeOnly: Boolean(match[1]),
    later: match[4] !== undefined,
  })),
)

/** The feature a file belongs to: `features/order/batch/server/data.ts` is of `order/batch`. */
function featureOf(file: string): string | null {
  const match = /^features\/(.+?)\/(?:server\/|web\/|[^/]+$)/.exec(file)
  return match ? match[1]! : null
}
/** The part of its feature: contract, rules, server or web. */
function partOf(file: string): string {
  const feature = featureOf(file)!
  return file.slice(`features/${feature}/`.length).split(/[/.]/)[0]!
}

function mayImport({ from, to, later }: Import): boolean {
  if (isTest(from)) return true
  const top = (file: string) => file.split('/')[0]!
  // What the demo pays and signs in through is loaded by the application where it is needed, and used by what fills a demo.
  if (top(to) === 'sandbox')
    return top(from) === 'sandbox' || from.startsWith('db/seed/') || (from.startsWith('app/') && later)
  if (from.startsWith('app/')) return true
  if (top(to) === 'app' || top(to) === 'test') return false
  if (top(from) === 'sandbox')
    return ['contract', 'server'].includes(top(to)) || ['contract', 'rules'].includes(partOf(to))
  if (top(from) === 'contract') return top(to) === 'contract'
  if (top(from) === 'server') return ['contract', 'server'].includes(top(to))
  if (top(from) === 'web') return ['contract', 'web'].includes(top(to))
  // What fills a database uses the product as a call does, and shows nothing.
  if (top(from) === 'db') return top(to) !== 'web' && !/\/web\//.test(to)
  const feature = featureOf(from)
  const part = partOf(from)
  // A declaration lists what its own feature registers with the server; only the application reads it.
  if (part === 'feature') return top(to) === 'server' || featureOf(to)?.split('/')[0] === feature
  if (top(to) === 'features' && partOf(to) === 'feature') return false
  if (top(to) === 'features') {
    const target = partOf(to)
    if (featureOf(to)!.split('/')[0] === feature!.split('/')[0]) {
      return part === 'server'
        ? target !== 'web'
        : part === 'web'
          ? target !== 'server'
          : !['server', 'web'].includes(target)
    }
    if (['contract', 'rules'].includes(target)) return true
    if (part === 'server') return /\/server\/actions\.ts$/.test(to)
    return part === 'web' && target === 'web' && !/Page\.tsx$/.test(to)
  }
  if (top(to) === 'contract') return true
  return top(to) === part
}

test('code is imported by a literal name, and a guarded name is not renamed on the way', () => {
  const computed = sources.filter(
    (file) => !isTest(file) && /\bimport\((?!\s*'[^']*'\s*\))|\brequire\(|import\s+\w+\s*=/.test(code(file)),
  )
  assert.deepEqual(computed.toSorted(), Object.keys(importedByName).toSorted())
  const guarded =
    /\b(mintScope|settingsOf|ProjectScope|ProjectSession|Scope)\s+as\s+\w|\btype \w+ = Project(Scope|Session)\b/
  assert.deepEqual(
    sources.filter((file) => guarded.test(code(file))),
    [],
  )
})

test('what follows an action is given with it, and runs while its view is hidden too', () => {
  const wrong = sources.filter(
    (file) => !isTest(file) && /\bmutate\([^;]*?\bon(Success|Error|Settled)\b/.test(textOf(file)),
  )
  assert.deepEqual(wrong, [])
})

/** Features whose parts may lead on whenever an answer comes, and why: all others are in tabs of the back office. */
const noTabs: Readonly<Record<string, string>> = {
  cart: 'a page of the portal',
  catalogue: 'a page of the portal',
  login: 'a page outside of the back office',
  my: 'a page of the portal',
  partner: 'a page outside of the back office',
  search: 'the frame of the back office',
  session: 'password and role, which lead out of all tabs',
  signUp: 'applying and paying in the portal',
  wechat: 'a page outside of the back office',
}

test('what is in a tab of the back office leads on by its view, which does not while it is hidden', () => {
  const leading = sources.filter(
    (file) => /^features\//.test(file) && !isTest(file) && /\buseNavigate\b/.test(code(file)),
  )
  const features = new Set(leading.map((file) => featureOf(file)!.split('/')[0]!))
  assert.deepEqual([...features].sort(), Object.keys(noTabs))
})

/** Places at which tables of refusals are declared, and their names there. */
const refusalTables = new Set(
  sources.flatMap((file) =>
    [...textOf(file).matchAll(/\bconst (\w+) = (?:\/\*[^*]*\*\/ )?refusals\(/g)].map(
      ([, name]) => `${file} ${name}`,
    ),
  ),
)
/** The tables that a file may refuse by: those it imports, and its own unless it only declares them. */
function refusesBy(file: string): string[] {
  const text = textOf(file)
  const imported = [...text.matchAll(/^import (?!type)\{([^}]*)\} from '(\.[^']+)'/gm)].flatMap(
    ([, names, to]) =>
      names!
        .split(',')
        .map((name) => `${normalize(join(dirname(file), to!))} ${name.trim().split(' as ')[0]}`),
  )
  const own = file.endsWith('contract.ts')
    ? []
    : [...refusalTables].filter((one) => one.startsWith(`${file} `))
  return [...imported.filter((one) => refusalTables.has(one)), ...own]
}

test('what may refuse a row of a batch is declared with it, so that the reason can be stored', () => {
  const known = ['contract/refusal.ts', 'contract/lifecycle.ts', 'contract/revision.ts']
  const missing: string[] = []
  const files = sources.filter((file) => !isTest(file) && /\bbatchOf</.test(textOf(file)))
  assert.ok(files.length > 5)
  for (const file of files) {
    const reached = new Set([file])
    for (const from of reached)
      for (const edge of imports)
        if (edge.from === from && !edge.typeOnly && !edge.later) reached.add(edge.to)
    const declared = refusesBy(file)
    for (const each of new Set([...reached].flatMap(refusesBy)))
      if (!declared.includes(each) && !known.some((one) => each.startsWith(one)))
        missing.push(`${file}: ${each}`)
  }
  assert.deepEqual(missing, [])
})

test('imports run downwards', () => {
  const wrong = imports.filter((edge) => !mayImport(edge)).map((edge) => `${edge.from} → ${edge.to}`)
  assert.deepEqual(wrong, [])
})

/** One circle in a graph, or null. */
function circle(edges: Map<string, Set<string>>): string[] | null {
  const done = new Set<string>()
  const path: string[] = []
  function walk(node: string): string[] | null {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return null
    path.push(node)
    for (const next of edges.get(node) ?? []) {
      const found = walk(next)
      if (found) return found
    }
    path.pop()
    done.add(node)
    return null
  }
  for (const node of edges.keys()) {
    const found = walk(node)
    if (found) return found
  }
  return null
}

function graph(pairs: Iterable<readonly [string, string]>): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const [from, to] of pairs) edges.set(from, (edges.get(from) ?? new Set()).add(to))
  return edges
}

test('no import runs in a circle, not even one of types', () => {
  const edges = imports.map((edge) => [edge.from, edge.to] as const)
  assert.equal(circle(graph(edges)), null)
})

test('no two features lean on each other', () => {
  // Whatever the side, and a feature and its parts no less than others: contracts, rules and types count too.
  const edges = imports
    .filter((edge) => !isTest(edge.from) && featureOf(edge.from) && featureOf(edge.to))
    // A declaration is above its feature and all the parts that it lists; only the application reads it.
    .filter((edge) => partOf(edge.from) !== 'feature')
    .map((edge) => [featureOf(edge.from)!, featureOf(edge.to)!] as const)
    .filter(([from, to]) => from !== to)
  assert.equal(circle(graph(edges)), null)
})

test('the rooms stand on each other one way', () => {
  const roomOf = (file: string) => (isTest(file) ? undefined : featureOf(file)?.split('/')[0])
  const edges = imports
    .map((edge) => [roomOf(edge.from), roomOf(edge.to)] as const)
    .filter((edge): edge is [string, string] => Boolean(edge[0] && edge[1] && edge[0] !== edge[1]))
  assert.equal(circle(graph(edges)), null)
})

/** A statement that writes: with the table's name however it is written, or what it is named by. */
const writing =
  /\b(?:insert\s+into|update|delete\s+from|truncate|merge\s+into|copy)\s+(?:only\s+|table\s+)?(?:(?:public\.)?"?(\w+)"?|(\$\{[^}]*\}))/gi

/** The tables an owner creates, with whether each names its project, and whether a unit or an account beside it. */
const createdTables = tableOwners().flatMap((owner) =>
  [...textOf(`${owner}/tables.sql`).matchAll(/create table (\w+)([\s\S]*?\n\)[^\n]*;)/g)].map(
    ([, table, columns]) => ({
      table: table!,
      noun: owner.replace(/^features\//, '').replace(/\/?server$/, ''),
      ofPart: /^\s+(unit_id|account_id)\b/m.test(columns!),
    }),
  ),
)

test('only its owner writes a table', () => {
  const owners = new Map(createdTables.map(({ table, noun }) => [table, noun]))
  const byName = new Set<string>()
  const wrong: string[] = []
  // The demo is written with a past, which no action of a feature makes.
  const writers = sources.filter(
    (name) => /^(features|server|sandbox|app|db)\/(?!seed\/)/.test(name) && !isTest(name),
  )
  for (const file of writers) {
    const noun = featureOf(file) ?? (file.startsWith('sandbox/') ? dirname(file) : '')
    for (const [, name, dynamic] of textOf(file).matchAll(writing)) {
      if (dynamic !== undefined) byName.add(`${file} ${dynamic}`)
      const table = name?.toLowerCase()
      const owner = owners.get(table!)
      if (owner === undefined) continue
      const same = owner === noun || noun.startsWith(`${owner}/`) || owner.startsWith(`${noun}/`)
      if (!same) wrong.push(`${file} writes ${table} of ${owner || 'the server'}`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual([...byName], Object.keys(writesByName))
})

test('a feature declares the tables of its own `tables.sql`, all of them and no others', async () => {
  const created = Map.groupBy(createdTables, ({ noun }) => noun.split('/')[0]!)
  for (const folder of globSync(['features/*', 'sandbox'], { cwd: root })) {
    const feature = folder.replace(/^features\//, '')
    const file = `${folder}/feature.ts`
    const declared: string[] = []
    if (sources.includes(file)) {
      const { [`${feature}Feature`]: declaration } = await import(join(root, file))
      const { tables = {} } = typeof declaration === 'function' ? declaration([]) : declaration
      declared.push(...Object.keys(tables))
    }
    const own = (created.get(feature) ?? []).map(({ table }) => table)
    assert.deepEqual(declared.toSorted(), own.toSorted(), feature)
  }
  const own = created.get('')!.map(({ table }) => table)
  assert.deepEqual(Object.keys(serverTables).toSorted(), own.toSorted())
})

test('what a table belongs to, the whole project or a part of it, is decided', () => {
  const wrong = createdTables.filter(({ table, ofPart }) => {
    const own = ownTables[table]!
    return 'shared' in own ? ofPart : own.of !== 'project' && !ofPart
  })
  assert.deepEqual(
    wrong.map(({ table }) => table),
    [],
  )
})

/** Functions that write rows of a whole project without a caller's session, each with its reason. */
const inNoName: Readonly<Record<string, string>> = {
  'features/class/seat/server/actions.ts takeSeats': 'an order takes a place',
  'features/class/seat/server/actions.ts moveSeat': 'an enrolment changes its status',
  'features/class/seat/server/actions.ts holdSeats': 'an unpaid order holds places',
  'features/class/seat/server/actions.ts releaseSeats': 'an order lets its held places go',
  'features/invoice/issue/server/differences.ts recordDifference': 'a job finds a difference',
  'features/invoice/issue/server/differences.ts addDays': 'a job writes down which days there are',
  'features/invoice/issue/server/differences.ts claimDays': 'a job asks for a day’s list',
  'features/invoice/issue/server/differences.ts compareDay': 'a job compares a day',
  'features/project/server/actions.ts addSettings': 'a new project has its first settings from here',
  'features/project/server/actions.ts addText': 'a new project has its first texts from here',
  'features/project/server/actions.ts createProject': 'a new project is nobody’s yet',
  'features/project/server/actions.ts changeStatus': 'another project than the caller’s',
  'features/question/server/actions.ts insertQuestions': 'an import writes them in a job',
  'features/role/server/actions.ts seedDefaultRoles': 'a new project’s',
  'features/signUp/server/actions.ts freePlaces': 'an application ends',
  'features/signUp/server/actions.ts moveSignUpUnits': 'a unit is merged into another',
  'features/signUp/server/actions.ts takePlace': 'an application takes a place',
  'features/notice/server/actions.ts moveNoticeUnits': 'a unit is merged into another',
  'features/trainPlan/server/actions.ts movePlanUnits': 'a unit is merged into another',
  'features/unit/trainType/server/edit.ts dropTerms': 'the end of a unit',
}

test('what belongs to a whole project is written only for a session that has the whole project', () => {
  const wrong: string[] = []
  const unnamed = new Set(Object.keys(inNoName))
  for (const file of sources.filter((name) => /^features\/.*\/server\//.test(name) && !isTest(name))) {
    // From one top-level declaration to the next.
    for (const part of textOf(file).split(/^(?=export |(?:async )?function |const )/m)) {
      const writes = [
        ...part.matchAll(/\b(?:insert into|update|delete from)\s+(\w+|\$\{tx\(kind\.table\)\})/g),
      ]
      const table = writes.find(([, name]) => name!.startsWith('$') || projectTables.has(name!))?.[1]
      if (!table) continue
      const name = /(?:function|const) (\w+)/.exec(part)?.[1] ?? '?'
      const place = `${file} ${name}`
      if (unnamed.delete(place)) continue
      if (/\bsession: Session\b/.test(part)) wrong.push(`${place} writes ${table} for any session`)
      else if (part.startsWith('export') && !/\bProject(Session|Scope)\b/.test(part))
        wrong.push(`${place} writes ${table} and demands no ProjectSession`)
    }
  }
  assert.deepEqual(wrong, [])
  assert.deepEqual([...unnamed], [], 'these write nothing of a whole project')
})

test('settings are read as a whole: a query repeats no default and names no unknown key', () => {
  const scripts = globSync('features/**/*.sql', { cwd: root }).map(normalize)
  const readers = [...sources, ...scripts].filter(
    (file) => !isTest(file) && /^(features|server|sandbox|app|db\/seed)\//.test(file),
  )
  const wrong = readers.flatMap((file) => {
    const text = textOf(file)
    const named = [
      ...text.matchAll(/\bsettings_of\([^()]*(?:\([^()]*\))?[^()]*\)\s*\)?\s*->>?\s*'(\w+)'/g),
    ].map(([, key]) => key!)
    return [
      ...(/coalesce\([\s(]*settings_of\(/.test(text) ||
      /\bsettings\??\.\w+\s*\?\?/i.test(text) ||
      /\{[^{}]*\w+\s*=(?!=|>)[^{}]*\}\s*=\s*(?:await\s+getSettings\(|\w*[sS]ettings\b(?!\())/.test(text)
        ? [`${file} gives a setting another default`]
        : []),
      ...named.filter((key) => !(key in defaultSettings)).map((key) => `${file} reads ${key}`),
      ...(/\bsettingsOf\(|\bproject_settings\b/.test(text) && !/^(features\/project|db\/seed)\//.test(file)
        ? [`${file} reads settings by itself`]
        : []),
    ]
  })
  assert.deepEqual(wrong, [])
})

test('a set of states is named once in the database: no query writes it out', () => {
  const sets = [
    liveStatuses,
    admittedStatuses,
    exceptionStatuses.filter(isUnsettled),
    existingUnitStatuses,
  ].map((states) => [...states].sort().join())
  const wrong = sources
    .filter((file) => file.includes('/server/') && !isTest(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bin \(('\w+'(?:, '\w+')+)\)|\[('\w+'(?:, '\w+')+)\]/g)]
        .map((match) => (match[1] ?? match[2])!)
        .filter((list) => sets.includes(list.replaceAll("'", '').split(', ').sort().join()))
        .map((list) => `${file}: ${list}`),
    )
  assert.deepEqual(wrong, [])
})

/**
 * Functions that begin a transaction although they are no call, job or route (docs/decisions/0013), by their reason.
 */
const beginThemselves: Readonly<Record<string, readonly string[]>> = {
  'a password is hashed or proved, or a guess counted, before anything is locked': [
    'features/account/manage/server/actions.ts resetAccountPassword',
    'features/account/manage/server/actions.ts saveAccount',
    'features/login/register/server/actions.ts register',
    'features/login/register/server/actions.ts resetPassword',
    'features/login/register/server/actions.ts signInByMobile',
    'features/partner/server/actions.ts linkAccount',
    'features/partner/server/arrival.ts arrive',
    'features/projectAdmin/server/actions.ts saveProject',
    'features/search/server/numbers.ts limitNumbers',
    'features/session/credential/server/actions.ts modifyMobile',
    'features/session/credential/server/actions.ts renew',
    'features/session/factor/server/actions.ts confirm',
    'features/session/factor/server/actions.ts prove',
    'features/session/factor/server/actions.ts remove',
    'features/session/server/actions.ts changeRole',
    'features/session/server/actions.ts signIn',
    'features/student/complete/server/actions.ts completeInfo',
    'features/student/manage/server/actions.ts saveStudent',
    'features/wechat/server/actions.ts bindScene',
  ],
  'another service is asked, or a file saved, before or between': [
    'features/face/server/check.ts keep',
    'features/import/server/actions.ts startImport',
    'features/message/server/mail.ts saveMail',
    'features/payment/server/actions.ts ensurePayment',
    'features/payment/server/actions.ts reconcile',
    'features/refund/server/actions.ts sendRefund',
    'features/resource/server/actions.ts saveResource',
    'features/session/code/server/actions.ts sendCode',
    'features/student/manage/server/actions.ts verifyStudent',
    'features/study/capture/server/actions.ts answerCapture',
    'features/wechat/server/visit.ts settle',
  ],
  'each of many is committed by itself': [
    'features/batch/server/actions.ts answerBatch',
    'features/cart/server/actions.ts joinFree',
    'features/enrolment/classEnd/server/actions.ts extendToClass',
    'features/enrolment/server/expiry.ts lapseApplications',
    'features/exam/attempt/server/begin.ts beginBatch',
    'features/exam/attempt/server/record.ts recordEach',
    'features/exam/attempt/server/settle.ts settle',
    'features/operationLog/server/verify.ts verifyNewEntries',
    'features/payment/server/notices.ts commitNotices',
  ],
  'there is work after the commit, or its fault is put into words': [
    'features/question/server/actions.ts saveQuestion',
    'features/session/server/actions.ts endReplaced',
    'features/study/server/actions.ts announceSeparately',
    'features/study/server/actions.ts openVideo',
    'features/study/server/actions.ts rollUpSeparately',
  ],
}

test('the call begins the transaction, and actions take it', () => {
  const inside = sources.filter(
    (file) =>
      /^features\/.*\/server\//.test(file) && !isTest(file) && !/(calls|jobs|[rR]outes)\.ts$/.test(file),
  )
  const begin = inside.flatMap((file) =>
    textOf(file)
      .split(/^(?=export |(?:async )?function |const )/m)
      .filter((part) => /\bbegin\b\s*[(,}:<]|\.begin\b(?!')|\[['"`]begin['"`]\]/.test(part))
      .map((part) => `${file} ${/(?:function|const) (\w+)/.exec(part)?.[1] ?? '?'}`),
  )
  assert.deepEqual(begin.toSorted(), Object.values(beginThemselves).flat().toSorted())
})

/** Lists that page by themselves, each with its reason. */
const ownPages: Readonly<Record<string, string>> = {
  'features/catalogue/server/data.ts': 'its count is shared for five seconds by all who may buy the same',
  'features/unit/trainType/server/data.ts': 'a row for each unit and class type, counted by units',
}

test('a page of a list is read in one place', () => {
  const paging = sources.filter(
    (file) =>
      file !== 'server/page.ts' &&
      !isTest(file) &&
      /\boffset\s*\(?\$\{|\bcount\(\*\)(::int)? over\b/i.test(textOf(file)),
  )
  assert.deepEqual(paging, Object.keys(ownPages))
})

test('a scope is made by the session gate and by what works in the system’s own name', () => {
  const makers = sources.filter((file) => /\bmintScope\b/.test(code(file)))
  assert.deepEqual(
    makers.filter((file) => !file.startsWith('db/seed/') && !isTest(file)),
    ['features/session/server/gate.ts', 'server/session.ts'],
  )
  const forged = sources.filter((file) =>
    /\bas (?:unknown as )?(?:typeof )?Project(?:Scope|Session)\b|(?<![\w\s])<Project(?:Scope|Session)>/.test(
      code(file),
    ),
  )
  assert.deepEqual(forged, [])
})

/** Names of a feature's files, each with its purpose. */
const vocabulary = [
  /^contract\.ts$/, // what both sides say
  /^feature\.ts$/, // what it brings to the server, declared once
  /^rules\.ts$/, // what may follow what; pure
  /^rules\.test\.ts$/,
  /^server\/tables\.sql$/, // the tables it owns
  /^server\/functions\.sql$/, // functions of the database, replaced as a whole
  /^server\/views\.sql$/, // views, replaced as a whole
  /^server\/data\.ts$/, // queries
  /^server\/actions\.ts$/, // changes, and what others may call
  /^server\/calls\.ts$/, // contract → action or query
  /^server\/jobs\.ts$/, // scheduled and long work
  /^server\/([a-z]+R|r)outes\.ts$/, // HTTP that is not a call
  /^server\/(exports|edits|erase|messages|batches|approvals)\.ts$/, // what it brings to platform features
  /^server\/[a-z][A-Za-z]*\.test\.ts$/,
  /^web\/pages\.ts$/, // routes, titles, lazy
  /^web\/words\.ts$/, // texts in both languages
  /^web\/[A-Z][A-Za-z]*\.(tsx|css)$/, // a page or a part
  /^web\/[a-z][A-Za-z]*\.(ts|test\.ts|css)$/, // a hook or a store of the page
]

/** Server files with a noun or verb of their own, as `features/session/server/gate.ts`. A new word is added on purpose. */
const ownServerFiles = new Set(
  `
  alone application arrival batch begin budget cancel carriers check closing
  codeWords conflicts copy deadlines deliver described device differences document draw edit effects
  execute expiry facts fields gate guessing inbox kinds leave lock loginName mail measure move notices numbers offer
  official oneTimePassword open pass passes pasted perform person plan portfolio poster price print printable
  proposals publishing read reader reading recheck recommend record recorder redraw register request replace resend retry
  reversal roster route save sections segments settle sheets staging takenCells tool totp transition tree trial verify visit
  waiver work worker`.split(/\s+/),
)

const isOwnFile = (rest: string) => ownServerFiles.has(/^server\/(\w+)\.ts$/.exec(rest)?.[1] ?? '')

test('files are named with the closed vocabulary', () => {
  const used = new Set(sources.flatMap((file) => /\/server\/(\w+)\.ts$/.exec(file)?.[1] ?? []))
  assert.deepEqual(
    [...ownServerFiles].filter((name) => name && !used.has(name)),
    [],
    'words that no file has',
  )
  const wrong = globSync('features/**/*.{ts,tsx,css,sql}', { cwd: root })
    .filter((file) => {
      const rest = file.slice(`features/${featureOf(file)}/`.length)
      return !vocabulary.some((word) => word.test(rest)) && !isOwnFile(rest)
    })
    .concat(sources.filter((file) => /(^|\/)(utils?|helpers?|types|index|common|misc)\.tsx?$/.test(file)))
  assert.deepEqual(wrong, [])
})

/** Words that are not the field's; `docs/domain.md` has those to use, and the few metaphors that may stay. */
const banned = new Set(
  `anew converge deed deeds doer doomed doors farther founding hearers impatience knock knocks leafs mended mishap
  mishaps patience riddle riddles rival rivals shelved squeeze squeezed whoever wish wished wishes`.split(
    /\s+/,
  ),
)

/** Turns of phrase that are not the field's, although their words are, or are fixed by the wire: `shelf`, `door`. */
const bannedPhrases = [
  'as it stands',
  'at the door',
  'behind the door',
  'behind the lock',
  'by hand',
  'cash desk',
  'goes by',
  'kept for exams',
  'off the shelf',
  'on the shelf',
  'onto the shelf',
  'stands at',
  'stands behind',
  'stands on',
  'taken back',
  'the truth of today',
  'told apart',
  'unless told',
  'what stands',
  'where it stands',
]

test('code, comments and documents speak the language of the field', () => {
  const documents = globSync(['docs/**/*.md', 'README.md', '{features,server,test}/**/*.{sql,css}'], {
    cwd: root,
  })
  const wrong = [...sources, ...contents, ...documents]
    .filter((file) => file !== 'test/house.test.ts')
    .flatMap((file) => {
      const text = textOf(file)
      const words = text
        .replace(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+/g)
      // A comment may break a phrase over two lines.
      const prose = text
        .replace(/\n\s*(\*|\/\/|--)?\s*/g, ' ')
        .toLowerCase()
        .match(/[a-z]+/g)
        ?.join(' ')
      return [
        ...[...new Set(words)].filter((word) => banned.has(word)),
        ...bannedPhrases.filter((phrase) => ` ${prose} `.includes(` ${phrase} `)),
      ].map((found) => `${file}: ${found}`)
    })
  assert.deepEqual(wrong, [])
})

/** Relative pronouns and prepositions: a comment that begins with one is understood only at its end. */
const unwelcomeBeginnings =
  /\/\*\*[\s*]*(?:What|Whether|How|Where|Who|Whom|Whose|Which|Why|When|Of|In)\b[^\n]*/g

test('a doc comment begins with a noun or a verb', () => {
  const wrong = sources.flatMap((file) =>
    [...textOf(file).matchAll(unwelcomeBeginnings)].map(([text]) => `${file}: ${text}`),
  )
  assert.deepEqual(wrong, [])
})

/** Beginnings of commit subjects that are no plain imperative, or verbs that nobody uses elsewhere for such work. */
const unwelcomeSubject =
  /^(?![A-Z][a-z]+ )|^\w*(?:[^e]ed|\w{3}ing|[^s]s) |^(?:Hold|Let|Mend|Say|Speak|Tell|Weigh) |\.$|.{73}/

test('commit subjects are plain imperatives of at most 72 characters', () => {
  for (const subject of [
    'Hold both days of a range',
    'Fixed a date',
    'fix: a date',
    `Fix ${'a'.repeat(69)}`,
    'Fix it.',
  ])
    assert.match(subject, unwelcomeSubject)
  for (const subject of ['Fix the width of date ranges', 'Seed a class', 'Bring a unit', 'Pass an exam'])
    assert.doesNotMatch(subject, unwelcomeSubject)
  // Sources without a history have no commits to read.
  if (!existsSync(join(root, '.git'))) return
  const subjects = execFileSync('git', ['log', '-120', '--format=%s'], { cwd: root, encoding: 'utf8' })
  assert.deepEqual(
    subjects
      .trim()
      .split('\n')
      .filter((subject) => unwelcomeSubject.test(subject)),
    [],
  )
})

/** True if a file imports antd, by itself or by what it imports at once. */
function usesAntd(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  if (!sources.includes(file)) return false
  if (/from '(antd|@ant-design)\//.test(textOf(file))) return true
  return imports
    .filter((edge) => edge.from === file && !edge.typeOnly && !edge.later)
    .some((edge) => usesAntd(edge.to, seen))
}

test('a learner page loads no back-office kit, and the kit is never imported whole', () => {
  const wholeImports = sources.filter((file) =>
    /['"`](antd|@ant-design\/icons|echarts)(\/(es|lib|dist))?['"`]/.test(code(file)),
  )
  assert.deepEqual(wholeImports, [])
  const pages = sources
    .filter((file) => /[pP]ages\.ts$/.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\{[^{}]*?frame: '(learner|bare)'[\s\S]*?import\('(\.[^']+)'\)/g)].map(
        (match) => normalize(join(dirname(file), match[2]!)),
      ),
    )
  assert.deepEqual(
    pages.filter((page) => usesAntd(page)),
    [],
  )
})

/** The pages of the product by their files, and whether each is drawn without antd. */
const pageFiles = new Map(
  sources
    .filter((file) => /[pP]ages\.ts$/.test(file))
    .flatMap((file) =>
      textOf(file)
        .split(/(?=import\('\.)/)
        .slice(1)
        .map((text): [string, boolean] => [
          normalize(join(dirname(file), /^import\('([^']+)'\)/.exec(text)![1]!)),
          text.includes('light: true'),
        ]),
    ),
)

test('the frame of the back office and every page called light load antd with their dialogs alone', () => {
  const light = [...pageFiles].filter(([, isLight]) => isLight).map(([file]) => file)
  assert.deepEqual(
    ['app/Office.tsx', ...light].filter((page) => usesAntd(page)),
    [],
  )
})

/** Pages with a list that load antd at once, and why. */
const heavyLists: Readonly<Record<string, string>> = {
  'app/ExamSignUpPage.tsx': 'one sign-up, with the form it is written in',
  'app/ProjectSettingPage.tsx': 'forms; what was changed by them is one of its tabs',
  'app/TrainClassPage.tsx': 'one class, with the form it is written in',
  'app/TrainingSignUpPage.tsx': 'one sign-up, with the form it is written in',
  'features/learner/web/StudentDetailPage.tsx': 'one learner, with all that belongs to them',
  'features/studyRecord/web/StudentDetailPage.tsx': 'the year of one learner',
  'features/studyRecord/web/StudyDetailPage.tsx': 'one enrolment',
  'features/trainPlan/web/TrainPlanDetailPage.tsx': 'one plan, with the form it is written in',
}

/** True if a file has another among what it imports at once. */
function draws(file: string, part: string, seen = new Set<string>()): boolean {
  if (file === part) return true
  if (seen.has(file)) return false
  seen.add(file)
  return imports
    .filter((edge) => edge.from === file && !edge.typeOnly && !edge.later)
    .some((edge) => draws(edge.to, part, seen))
}

test('the portal begins without the pages of the back office: what they are called, and where they are', () => {
  assert.ok(draws('app/Office.tsx', 'app/officePages.ts'))
  assert.ok(!draws('app/web.tsx', 'app/officePages.ts'))
  const lists = sources.filter(
    (file) => file.endsWith('ages.ts') && /\b(menuPage|hiddenPage)\(|'admin'/.test(code(file)),
  )
  assert.deepEqual(
    lists.filter((file) => draws('app/web.tsx', file)),
    [],
  )
})

test('a page that is a list is drawn without antd, or is named here with the reason', () => {
  const heavy = [...pageFiles].filter(
    ([file, isLight]) => !isLight && draws(file, 'web/shell/list/CrudTable.tsx'),
  )
  assert.deepEqual(heavy.map(([file]) => file).sort(), Object.keys(heavyLists))
})

test('a gap that the kit has a token for is not written in pixels', () => {
  const steps = new Set(
    [...textOf('web/kit/tokens.css').matchAll(/--s-\d: (\d+px);/g)].map(([, size]) => size!),
  )
  assert.ok(steps.has('8px'), 'the tokens of the kit have other names')
  const wrong = globSync('{app,features,web}/**/*.css', { cwd: root }).flatMap((file) =>
    [...code(file).matchAll(/\bgap: ([^;]+);/g)]
      .filter(([, sizes]) => sizes!.split(/[\s,()]+/).some((size) => steps.has(size)))
      .map(([gap]) => `${file}: ${gap}`),
  )
  assert.deepEqual(wrong, [])
})

test('no stylesheet of a page has a class by a word that changes the kit’s buttons', () => {
  const changes = [...code('web/kit/kit.css').matchAll(/\.k-button\.([\w-]+)/g)].map(([, name]) => name!)
  assert.ok(changes.includes('wide'), 'the buttons of the kit are changed by other classes')
  const isOwn = (part: string) => changes.includes(part.slice(1))
  const wrong = globSync('{app,features}/**/*.css', { cwd: root }).flatMap((file) =>
    [...code(file).matchAll(/[^{};]+(?=\{)/g)]
      .flatMap(([selectors]) => selectors.trim().split(/[\s>+~,]+/))
      .filter(isOwn)
      .map((part) => `${file}: ${part}`),
  )
  assert.deepEqual(wrong, [])
})

test('columns that share a row equally are no wider than it: a plain `1fr` is as wide as its longest word', () => {
  const wrong = globSync('{app,features,web}/**/*.css', { cwd: root }).flatMap((file) =>
    [...code(file).matchAll(/grid-template-columns:[^;]*\b1fr( auto)? 1fr\b[^;]*;/g)].map(
      ([columns]) => `${file}: ${columns}`,
    ),
  )
  assert.deepEqual(wrong, [])
})

test('no component holds a bare Chinese string', () => {
  const bare = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      textOf(file)
        .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .split('\n')
        .filter((line) => /[\u4e00-\u9fff]/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
  assert.deepEqual(bare, [])
})

/** Server files with Chinese that has no English beside it, each with its reason. */
const chineseOnlyFiles: Readonly<Record<string, string>> = {
  'features/certificate/template/server/calls.ts': 'the sample data of a certificate that is previewed',
  'sandbox/invoice/actions.ts': 'the sandbox speaks as 诺诺 does',
  'sandbox/invoice/answers.ts': 'the sandbox speaks as 诺诺 does',
  'sandbox/invoice/gateway.ts': 'the sandbox speaks as 诺诺 does',
  'sandbox/invoice/papers.ts': 'papers as the tax bureau prints them',
  'sandbox/invoice/redForms.ts': 'the sandbox speaks as 诺诺 does',
  'sandbox/invoice/routes.ts': 'the sandbox speaks as 诺诺 does',
  'sandbox/payment/wechatNotice.ts': 'the sandbox speaks as WeChat Pay does',
  'features/refund/server/actions.ts': 'WeChat Pay shows the payer the reason of a refund',
  'features/receipt/server/fields.ts': 'titles of columns as the banks write them',
  'features/session/code/server/routes.ts': 'the demo outbox is one page in both languages',
  'sandbox/wechat/people.ts': 'names of people in the sandbox',
  'features/wechat/server/routes.ts': 'WeChat passes a reply on and gives no language',
  'server/channels/localCarrier.ts': 'the local carrier speaks as Tencent does',
  'sandbox/payment/bill.ts': 'bills of the channels as they write them',
  'server/channels/alipayBill.ts': 'columns of the channel’s bills',
  'server/channels/bill.ts': 'columns of the channels’ bills',
  'server/channels/wechatBill.ts': 'columns of the channel’s bills',
  'server/sheet/format.ts': 'Excel’s own codes of dates in China',
  'server/channels/openSms.ts': 'the sign before a text, which goes to a number without a language',
}

/** Texts in Chinese that are neither of a `zh` nor followed by their English: `{ zh: '…' }`, `['…', 'English']`. */
function chineseOnly(text: string): string[] {
  const chinese = /[\u4e00-\u9fff]/
  const isNamed = (at: number) => /\bzh: (?:[^,{}'"`]*\? )?$/.test(text.slice(Math.max(0, at - 80), at))
  const found: string[] = []
  const brackets: boolean[] = []
  const token = /\/\/.*|\/\*[\s\S]*?\*\/|(['"`])(?:\\[\s\S]|(?!\1)[\s\S])*\1|[([{]|[)\]}]/g
  for (const match of text.matchAll(token)) {
    const [part] = match
    if ('([{'.includes(part)) brackets.push(isNamed(match.index))
    else if (')]}'.includes(part)) brackets.pop()
    else if (match[1] && chinese.test(part) && !isNamed(match.index) && !brackets.includes(true)) {
      const next = /^\s*,\s*(['"`])((?:(?!\1).)+)\1/.exec(text.slice(match.index + part.length))
      if (!next || chinese.test(next[2]!)) found.push(part)
    }
  }
  return found
}

test('no file of the server has a sentence in only one language', () => {
  assert.deepEqual(
    chineseOnly("const a = { zh: '已付款', en: 'Paid' }, b = ['付款', 'pay'], c = { zh: { d: '班级' } }"),
    [],
  )
  assert.deepEqual(chineseOnly("reason: '已过期', say(x ? '是' : 'yes') // 注"), ["'已过期'", "'是'"])
  const files = sources.filter((file) => /^(server|sandbox)\/|\/server\//.test(file) && !isTest(file))
  const wrong = files.flatMap((file) => chineseOnly(textOf(file)).map((text) => [file, text] as const))
  assert.deepEqual(
    wrong.filter(([file]) => !(file in chineseOnlyFiles)),
    [],
  )
  const needed = new Set(wrong.map(([file]) => file))
  assert.deepEqual(
    Object.keys(chineseOnlyFiles).filter((file) => !needed.has(file)),
    [],
  )
})

test('every form of the back office names itself: pages stay in the document, and ids without it are shared', () => {
  const nameless = sources.filter(
    (file) => /from 'antd\/es\/form'/.test(textOf(file)) && /<Form(<\w+>)?\s(?!\s*name=)/.test(textOf(file)),
  )
  assert.deepEqual(nameless, [])
})

/** Components that draw the root of a form, and why each is no form to save. */
const formRoots: Record<string, string> = {
  'web/shell/form/FormBody.tsx': 'the component itself',
}

test('every form of the back office uses the one component for it', () => {
  const parts = sources.filter((file) => file.endsWith('.tsx') && !isTest(file))
  const antdForm = /^import (?:(\w+)|.*\bdefault as (\w+)).*from 'antd\/es\/form'/m
  const roots = parts.filter((file) => {
    const text = textOf(file)
    const name = antdForm.exec(text)
    const isRoot = name && new RegExp(`<${name[1] ?? name[2]}(?![\\w.])`).test(text)
    return isRoot || (/<form\b/.test(text) && text.includes("from 'antd/"))
  })
  assert.deepEqual(roots.sort(), Object.keys(formRoots).sort())
  const deep = sources.filter((file) => /from 'antd\/(?:es|lib)\/form\//.test(textOf(file)))
  assert.deepEqual(deep, [], 'what is below antd’s form is its own matter')
})

test('what empties a field of antd has a name in both languages', () => {
  const nameless = sources.filter(
    (file) => !isTest(file) && /(?<!const |=\{)\ballowClear\b(?!=\{allowClear\})/.test(code(file)),
  )
  assert.deepEqual(nameless, [])
})

test('the back office asks by the one question, never by a bubble of antd', () => {
  const wrong = sources.filter((file) => /antd\/(?:es|lib)\/popconfirm/.test(textOf(file)))
  assert.deepEqual(wrong, [])
})

/** Places that ask for a button of the menu by its name although a call allows it, and why. */
const namedButtons: Record<string, string> = {
  'features/learner/web/StudentActions.tsx':
    'the calls are for accounts of every kind, the page for learners',
  'features/unitClass/web/ImportStudentPage.tsx': 'orders stand above unit classes, whose page links to them',
  'features/unitClass/web/UnitClassListPage.tsx': 'orders stand above unit classes, whose list links to them',
}

test('what a reader may do is asked by the call that does it', () => {
  const asked = sources.filter((file) => !isTest(file) && /\buseMay\(\s*['"`][^)]*#/.test(textOf(file)))
  assert.deepEqual(asked, Object.keys(namedButtons))
})

test('what is loaded when it is drawn has a boundary of its own', () => {
  const bare = sources.filter((file) => /^import [^']*\blazy\b[^']*from 'react'/m.test(textOf(file)))
  assert.deepEqual(bare, ['web/lazyPart.tsx'])
})

/** A search refuses nothing and saves nothing. */
const bareForms = ['features/catalogue/web/CatalogueFilters.tsx']

test('every form of a learner stands on the kit’s: a refusal is at its field, and nothing is sent twice', () => {
  const own = sources.filter(
    (file) => /^(features|app)\/.*\.tsx$/.test(file) && /<form[\s>]/.test(textOf(file)),
  )
  assert.deepEqual(own, bareForms)
})

/** The text from an opening bracket to the one that closes it. */
function bracketed(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')' && --depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

test('a key that is pressed is read by one function, which leaves those of an input method alone', () => {
  const typed = sources.filter((file) => /^(?:web|features\/.*\/web|app)\//.test(file) && !isTest(file))
  assert.deepEqual(
    typed.filter((file) => /\b(?:event|e)\.key\b|\bkeyCode\b|\.isComposing\b/.test(code(file))),
    ['web/composing.ts'],
  )
})

test('an effect gives nothing that is not its cleanup: React would call it', () => {
  const valued = /\buse(?:Layout|Insertion)?Effect\(\s*(?:async\b|\(\) =>(?!\s*(?:\{|\(\) =>|void\b)))/
  const wrong = sources.filter((file) => !isTest(file) && valued.test(textOf(file)))
  assert.deepEqual(wrong, [])
})

test('nothing runs side by side in a transaction: what rolls back would go on outside it', () => {
  const together = /Promise\.(all|allSettled|race|any)\(/g
  const wrong = sources
    .filter((file) => !isTest(file))
    .filter((file) => {
      const text = textOf(file)
      const shares = [...text.matchAll(together)].some((match) =>
        /\btx\b/.test(bracketed(text, match.index + match[0].length - 1)),
      )
      const begins = [...text.matchAll(/\.begin\(/g)].some((match) =>
        bracketed(text, match.index + match[0].length - 1).match(together),
      )
      return shares || begins
    })
  assert.deepEqual(wrong, [])
})

test('no loop of the server is without an end', () => {
  const endless = /\bfor \([^;\n]*;\s*;|\bwhile \((true|1)\)/
  const wrong = sources.filter(
    (file) => !isTest(file) && !/\/web\/|^web\//.test(file) && endless.test(textOf(file)),
  )
  assert.deepEqual(wrong, [])
})

/** Rooms of the back-office shell, each above those before it; pages do not use the frame, which is drawn around them. */
const shellRooms = ['words.ts', 'view', 'control', 'form', 'list', 'frame']

test('the rooms of the shell import one way, and no page uses the frame', () => {
  const roomOf = (file: string) => /^web\/shell\/([^/]+)/.exec(file)?.[1]
  const upward = imports
    .filter(({ from, to }) => !isTest(from) && roomOf(from) !== undefined && roomOf(to) !== undefined)
    .filter(({ from, to }) => shellRooms.indexOf(roomOf(from)!) < shellRooms.indexOf(roomOf(to)!))
  const around = imports
    .filter(({ from, to }) => !isTest(from) && roomOf(from) === undefined && roomOf(to) === 'frame')
    .filter(({ from }) => !from.startsWith('app/') && !from.startsWith('features/search/'))
  assert.deepEqual(
    [...upward, ...around].map(({ from, to }) => `${from} → ${to}`),
    [],
  )
  const elsewhere = sources.filter((file) => roomOf(file) && !shellRooms.includes(roomOf(file)!))
  assert.deepEqual(elsewhere, [])
})

/** Files that show rows in antd's own table, and why each is no list of `CrudTable`. */
const otherTables: Readonly<Record<string, string>> = {
  'features/batch/web/BatchReportDialog.tsx': 'what a batch answered, in a dialog',
  'features/class/web/CoursePicker.tsx': 'a picker in a dialog, whose page and choice are not of the address',
  'features/exam/paper/web/QuestionPicker.tsx': 'a picker in a drawer',
  'features/import/web/ImportFaults.tsx': 'faults of a file, corrected in place before it is imported',
  'features/import/web/ImportRows.tsx': 'rows of a file that is checked',
  'features/project/text/web/Texts.tsx': 'all texts of a project at once',
  'features/resource/web/VideoPicker.tsx': 'a picker in a dialog',
  'features/studyRecord/web/YearReport.tsx': 'a report of one year',
  'features/transfer/web/TransferPreview.tsx': 'a preview in a drawer, of the rows that were chosen',
  'features/unit/web/RegisterFields.tsx': 'the fields of a form at once',
}

test('every list is one of the shell, so that it is sorted, filtered, kept in sight and walked by keys alike', () => {
  const pages = sources.filter((file) => !isTest(file))
  const withTable = pages.filter((file) => /^import Table\b.* from 'antd\/es\/table'/m.test(textOf(file)))
  assert.deepEqual(withTable, Object.keys(otherTables).sort())
})

/** Lists that are not exported, and why. */
const notExported: Readonly<Record<string, string>> = {
  'features/batchOrder/web/BatchOrderListPage.tsx': 'orders that the export of all orders has too',
  'features/certificate/template/web/CertificateTemplatePage.tsx': 'the few designs of a project',
  'features/invoice/page/web/UnitInvoicePage.tsx': 'the invoices of one unit, whose office exports all',
  'features/learner/web/StudentPanels.tsx':
    'what belongs to one learner, who has it all as a copy of their data',
  'features/notice/web/NoticeTable.tsx': 'texts, which the portal shows',
  'features/partner/web/PartnerListPage.tsx': 'the few partners of a project, with their keys',
  'features/payment/merchant/web/MerchantPage.tsx': 'the few merchants of a project, with their keys',
  'features/project/setting/web/HistoryTable.tsx': 'changes of settings, which the operation log has too',
  'features/projectAdmin/web/ProjectListPage.tsx': 'the few projects of a platform',
  'features/signUp/application/web/ApplyForMany.tsx': 'people of a unit, whom the list of learners exports',
  'features/study/capture/web/CaptureTable.tsx': 'the evidence of one enrolment',
  'features/studyRecord/web/StudyTables.tsx': 'the evidence of one enrolment',
  'features/trainPlan/web/TrainPlanListPage.tsx':
    'the few plans of a year, whose people are exported by plan',
  'features/unitClass/web/UnitClassListPage.tsx': 'the few classes of a unit, whose people have a page each',
  'features/wechat/app/web/WechatAppPage.tsx': 'the few apps of a project, with their keys',
}

test('every list can be exported by its filter, or is named here with the reason', () => {
  const pages = sources.filter((file) => !isTest(file))
  const without = pages.filter((file) =>
    textOf(file)
      .split(/<CrudTable\b/)
      .slice(1)
      .some((list) => !list.slice(0, 400).includes('exportCall=')),
  )
  assert.deepEqual(without, Object.keys(notExported))
})

test('approvers read what each kind of proposal is and what follows, and can filter by it', () => {
  const words = textOf('features/approval/web/words.ts')
  const table = textOf('features/approval/web/ApprovalTable.tsx')
  for (const { key } of approvalKinds(allFeatures)) {
    for (const word of [key, `${key}Follow`])
      assert.equal(
        [...words.matchAll(new RegExp(`^    ${word}:`, 'gm'))].length,
        2,
        `${word} in both languages`,
      )
    assert.ok(table.includes(`'${key}'`), `${key} among the filters`)
  }
})

/** The lists of the back office: the file that draws each, what it is drawn with, and the call that gives its rows. */
const drawnLists = sources
  .filter((file) => !isTest(file))
  .flatMap((file) =>
    textOf(file)
      .split(/<CrudTable\b/)
      .slice(1)
      .map((list) => {
        const [, group, name] = /^\s*call=\{(\w+)\.(\w+)\}/.exec(list) ?? []
        return { file, group, name, props: list.slice(0, 3000) }
      }),
  )

test('every list can be sorted by some of its columns', async () => {
  const unsorted: string[] = []
  for (const { file, group, name } of drawnLists) {
    const [, from] = new RegExp(`\\b${group}\\b[^}]*\\} from '([^']+)'`).exec(textOf(file)) ?? []
    assert.ok(from, `${file} draws a list whose call cannot be found`)
    const contract = await import(join(root, dirname(file), from))
    const { sort } = contract[group!][name!].input as { sort?: readonly string[] }
    if (!sort?.length) unsorted.push(`${file} ${group}.${name}`)
  }
  assert.deepEqual(unsorted, [])
})

/** Lists whose rows cannot be selected, for nothing is done to many of them at once, and why. */
const nothingForMany: Readonly<Record<string, string>> = {
  'features/account/manage/web/AccountTable.tsx':
    'each account is blocked, unlocked and given its rights by itself',
  'features/approval/web/ApprovalTable.tsx': 'a second person reads each proposal before deciding about it',
  'features/batchOrder/web/BatchOrderListPage.tsx': 'each order has a sum and a payer of its own',
  'features/certificate/template/web/CertificateTemplatePage.tsx': 'the few designs of a project',
  'features/correction/web/CorrectionTable.tsx':
    'a second person reads each correction before deciding about it',
  'features/course/web/CourseListPage.tsx': 'each course is written and published by itself',
  'features/exam/marking/web/AttemptTable.tsx': 'each paper is read before it gets its points',
  'features/exceptionLog/web/ExceptionLogPage.tsx': 'a record, which is read',
  'features/invoice/page/web/InvoiceDifferences.tsx': 'each difference has a cause of its own',
  'features/invoice/page/web/UnitInvoicePage.tsx': 'each is read, and has files of its own',
  'features/invoice/page/web/UnitPool.tsx': 'sums of units, which are read',
  'features/learner/web/StudentPanels.tsx': 'what belongs to one learner',
  'features/message/web/DeliveryTable.tsx': 'a delivery is repeated by itself, for the reason it failed',
  'features/notice/web/NoticeTable.tsx': 'each notice is read before it is published',
  'features/operationLog/web/OperationLogPage.tsx': 'a record, which nobody changes',
  'features/operationLog/web/SubjectLog.tsx': 'a record, which nobody changes',
  'features/order/web/OrderListPage.tsx': 'each order has a price and a payer of its own',
  'features/partner/web/PartnerListPage.tsx': 'the few partners of a project',
  'features/payment/merchant/web/MerchantPage.tsx': 'the few merchants of a project',
  'features/project/setting/web/HistoryTable.tsx': 'a record, which nobody changes',
  'features/projectAdmin/web/ProjectListPage.tsx': 'the few projects of a platform',
  'features/receipt/web/ReceiptListPage.tsx': 'each transfer is allocated to orders of its own',
  'features/reconciliation/web/BillListPage.tsx': 'a record, which is read',
  'features/reconciliation/web/DifferenceListPage.tsx': 'each difference has a cause of its own',
  'features/resource/web/VideoListPage.tsx': 'each video is checked before it is given or taken away',
  'features/role/web/RolePage.tsx': 'the few roles of a project',
  'features/score/web/AppealTable.tsx': 'each appeal is answered by itself',
  'features/score/web/ScoreTable.tsx': 'each score is corrected by itself, by two persons',
  'features/signUp/fee/web/CmsOrderListPage.tsx': 'each order has a sum and a payer of its own',
  'features/signUp/seat/web/SeatTable.tsx': 'seats are assigned for all of an exam at once',
  'features/study/capture/web/CaptureTable.tsx': 'each check is looked at before it is decided',
  'features/studyRecord/web/HoursTable.tsx': 'a ledger, which is read',
  'features/studyRecord/web/StudyTables.tsx': 'the evidence of one enrolment',
  'features/supportCase/web/ExceptionTable.tsx': 'each issue has a caller and an outcome of its own',
  'features/supportCase/web/UnitIssueTable.tsx': 'each doubt is settled by looking at its learner',
  'features/trainPlan/web/TrainPlanListPage.tsx': 'the few plans of a year, each with an audience of its own',
  'features/transfer/web/TransferRecordPage.tsx':
    'each transfer is undone by itself, while its learner has not begun',
  'features/unitClass/web/UnitClassListPage.tsx': 'each has a roster and orders of its own',
  'features/wechat/app/web/WechatAppPage.tsx': 'the few apps of a project',
}

test('rows of every list can be selected, all of a filter too, or it is named here with the reason', () => {
  const without = drawnLists.filter(({ props }) => !/\bbatch=/.test(props)).map(({ file }) => file)
  assert.deepEqual([...new Set(without)].sort(), Object.keys(nothingForMany).sort())
})

/** Inputs that name many rows, and are no selection of a list, each with its reason. */
const noSelection: Readonly<Record<string, string>> = {
  '/api/sign-up/apply.action subjectIds': 'the subjects of one application',
  '/base/batch-import-order/place.action accountIds': 'people of one roster, which is ordered as a whole',
  '/base/batch-import-order/place.action again': 'people of one roster, who had a place',
  '/base/batch-import-order/place.action without': 'people of one roster, which is ordered as a whole',
  '/base/batch-import-order/preview.action accountIds': 'people of one roster, which is ordered as a whole',
  '/base/batch-import-order/preview.action again': 'people of one roster, who had a place',
  '/base/batch-import-order/preview.action without': 'people of one roster, which is ordered as a whole',
  '/base/certificate/export-register.action except': 'a filter of the list, for what is printed of it',
  '/base/certificate/export-register.action ids': 'a filter of the list, for what is printed of it',
  '/base/certificate/find-register.action except': 'a filter of the list, for what is printed of it',
  '/base/certificate/find-register.action ids': 'a filter of the list, for what is printed of it',
  '/base/certificate/print-pdf.action except': 'a filter of the list, for what is printed of it',
  '/base/certificate/print-pdf.action ids': 'a filter of the list, for what is printed of it',
  '/base/certificate/print-zip.action except': 'a filter of the list, for what is printed of it',
  '/base/certificate/print-zip.action ids': 'a filter of the list, for what is printed of it',
  '/base/class-entity/cms/find-class-list.action ids': 'the classes of a visitor’s cart',
  '/base/class-entity/create-train-class.action courseIds': 'the courses of one class',
  '/base/class-entity/create-train-class.action trialResourceIds': 'the trial videos of one class',
  '/base/class-entity/update-sort.action items': 'each class has a place of its own',
  '/base/cms-apply/apply-for.action subjectIds': 'the subjects of one application',
  '/base/cms-apply/save.action unitIds': 'the units of one sign-up',
  '/base/cms-order/place.action applicationIds': 'the fees of one order, whose sum was seen',
  '/base/my-order-entity/save-order.action acceptMismatch': 'the classes of one order',
  '/base/my-order-entity/save-order.action classIds': 'the classes of one order',
  '/base/notice/save.action unitIds': 'the units of one notice',
  '/base/score/publish.action subjectIds': 'the subjects of one exam',
  '/base/shop-cart/delete.action classIds': 'the classes of a cart',
  '/base/shop-cart/one-click-join.action acceptMismatch': 'the classes of a cart',
  '/base/shop-cart/one-click-join.action classIds': 'the classes of a cart',
  '/base/shop-cart/save.action acceptMismatch': 'the classes of a cart',
  '/base/shop-cart/save.action classIds': 'the classes of a cart',
  '/base/train-plan/save.action classIds': 'the classes of one plan',
  '/base/train-plan/save.action requiredClassIds': 'the classes of one plan',
  '/base/train-plan/save.action unitIds': 'the units of one plan',
  '/base/unit-class/preview-transfer-class.action enrolmentIds':
    'the first rows of a selection, to be looked at',
  '/base/unit-class/add-people.action accountIds': 'people of one roster, named up to its whole length',
  '/base/unit-class/remind.action accountIds': 'people of one roster, all of them where they are left out',
  '/base/unit-class/remove-people.action accountIds': 'people of one roster, named up to its whole length',
  '/base/unit-entity/find-unit-base-tree.action open': 'the branches of a tree that are unfolded',
  '/base/user-invoice/invoice-remark.action orderIds': 'the orders of one invoice',
  '/base/user-invoice/save.action orderIds': 'the orders of one invoice',
}

test('what acts on many rows of a list takes a selection: those named, or all that match', () => {
  interface Schema {
    format?: string
    items?: Schema
    properties?: Record<string, Schema>
  }
  const isRow = ({ format, properties }: Schema) =>
    format === 'uuid' || (properties !== undefined && 'id' in properties && 'revision' in properties)
  const naming = allHandlers.flatMap(({ call }) => {
    const { properties = {} } = call.input as Schema
    if ('filter' in properties) return []
    return Object.entries(properties)
      .filter(([, { items }]) => items !== undefined && isRow(items))
      .map(([name]) => `${call.path} ${name}`)
  })
  assert.deepEqual(naming.toSorted(), Object.keys(noSelection).toSorted())
})

test('what is done with a row is offered by the row actions: no page has menus or bubbles of its own', () => {
  const own = sources.filter((file) => /from 'antd\/es\/(popconfirm|dropdown)'/.test(textOf(file)))
  assert.deepEqual(own, [])
})

test('what a file exports, another uses', () => {
  const code = sources.filter((file) => !isTest(file))
  const exported = code.flatMap((file) =>
    [...textOf(file).matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm)].map(
      (match) => [file, match[1]!] as const,
    ),
  )
  const files = new Map(sources.map((file) => [file, new Set(textOf(file).match(/\w+/g))]))
  const wrong = exported.filter(
    ([file, name]) => ![...files].some(([other, words]) => other !== file && words.has(name)),
  )
  assert.deepEqual(
    wrong.map(([file, name]) => `${file}: ${name}`),
    [],
  )
})

test('no source file has more than 400 lines, tests aside', () => {
  const styled = globSync('{app,server,web,features,sandbox,db}/**/*.{css,sql}', { cwd: root })
  const long = [...sources, ...styled]
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .filter((file) => (textOf(file).match(/\n/g) ?? []).length > 400)
  assert.deepEqual(long, [], 'split it by subject')
})

test('nothing is left unfinished, and no test is run exclusively or skipped', () => {
  const marks = new RegExp(
    [
      'TO' + 'DO',
      'FIX' + 'ME',
      'not impl' + 'emented',
      String.raw`\.(on` + String.raw`ly|sk` + String.raw`ip)\(`,
    ].join('|'),
  )
  const wrong = [...sources, ...contents].filter(
    (file) => file !== 'test/house.test.ts' && marks.test(textOf(file)),
  )
  assert.deepEqual(wrong, [])
})

test('every test file is matched by a pattern that is run', () => {
  const floors = textOf('test/run.ts')
  const patterns = [...floors.matchAll(/'([^']*\.test\.ts)'/g)].map((match) => match[1]!)
  const run = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }))
  const tests = globSync('**/*.test.{ts,tsx}', { cwd: root, exclude: ['node_modules'] })
  assert.deepEqual(
    tests.filter((file) => !run.includes(file)),
    [],
  )
})

test('the lockfile holds every platform’s packages, so that a clean install agrees with itself', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { version?: string; resolved?: string; optionalDependencies?: object }>
  }
  const held = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
  const missing = Object.values(packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !held.has(name))
  assert.deepEqual(missing, [])
  assert.deepEqual(
    Object.entries(packages).filter(([path, entry]) => path !== '' && !entry.version),
    [],
  )
})

/** Calls and routes of the ledger that are there; one that was there may not go missing. */
test('the ledger: what was answered stays answered', () => {
  const rows = readFileSync(join(root, 'docs/ledger.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
  const answered = new Set(
    allHandlers.flatMap(({ call }) => pathsOf(call).map((path) => `${call.method} ${path}`)),
  )
  const calls = [...new Set(rows.filter((row) => row[2] === 'call').map((row) => `${row[4]} ${row[5]}`))]
  const pages = new Set(allPages.map((page) => page.path))
  const frame = textOf('app/App.tsx') + textOf('app/Office.tsx')
  const routes = [
    ...new Set(
      rows
        .filter(
          (row) => ['admin-route', 'public-path'].includes(row[2]!) && row[5] && !/parent/.test(row[3]!),
        )
        .map((row) => row[5]!),
    ),
  ]
  const now = [
    ...calls.filter((call) => answered.has(call)).map((call) => `call ${call}`),
    ...routes
      .filter((route) => pages.has(route) || frame.includes(`'${route.replace('{path}', '')}'`))
      .map((route) => `route ${route}`),
  ].sort()
  const file = join(root, 'docs/ledger-there.txt')
  if (process.env.WRITE_LEDGER) writeFileSync(file, `${now.join('\n')}\n`)
  const before = readFileSync(file, 'utf8').trimEnd().split('\n')
  assert.deepEqual(
    before.filter((line) => !now.includes(line)),
    [],
    'these were there and went missing',
  )
  assert.deepEqual(
    now.filter((line) => !before.includes(line)),
    [],
    'new; run "WRITE_LEDGER=1 npm run check" to record them',
  )
  const doubled = allHandlers.flatMap(({ call }) =>
    [...new Set(pathsOf(call))].map((path) => `${call.method} ${path}`),
  )
  assert.deepEqual(
    doubled.filter((path, i) => doubled.indexOf(path) !== i),
    [],
    'answered twice',
  )
})

test('what a browser may store for a time without a network holds no personal number', () => {
  const personal = /card|mobile|phone|idNumber|password|token|secret|birth|email/i
  const found: string[] = []
  function walk(schema: unknown, place: string): void {
    if (typeof schema !== 'object' || schema === null) return
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties')
        for (const name of Object.keys(value as object))
          if (personal.test(name)) found.push(`${place} ${name}`)
      walk(value, place)
    }
  }
  const stored = allHandlers.filter(({ call }) => call.offline)
  assert.ok(stored.length > 5)
  for (const { call } of stored) walk(call.output, call.path)
  // A token is given only in exchange, under which nothing is stored; the portal's own telephone is everyone's.
  assert.deepEqual(found.sort(), [
    '/login/get-account-info.action mustChangePassword',
    '/login/get-account-info.action tokenCode',
    '/login/get-system-config.action email',
    '/login/get-system-config.action phone',
  ])
})

/** Inputs with a name or a number that the server takes as it was written, and why. */
const takenAsWritten: Readonly<Record<string, string>> = {
  '/api/sign-up/check-ticket.action code': 'from the address that a ticket shows',
  '/base/account/complete-info.action schoolName': 'text about a person, masked',
  '/base/class-entity/create-train-class.action code': 'as the office writes it, compared by its key',
  '/base/import/get-upload-token.action name': 'the name of a file',
  '/base/project-info-config/save.action phone': 'shown as the provider divides it',
  '/base/receipt/return.action bank': 'text about a person, masked',
  '/base/refund-apply/do.action bank': 'text about a person, masked',
  '/base/resource/get-upload-token.action name': 'the name of a file',
  '/base/unit-class/add-people.action name': 'a pasted cell, whose faults are said row by row',
  '/base/unit-class/check-people.action name': 'a pasted cell, whose faults are said row by row',
  '/base/wechat-app/login.action code': 'a proof that WeChat gives',
  '/base/work-queue/claim.action code': 'a kind of work, named by the page',
  '/base/work-queue/find-claims.action code': 'a kind of work, named by the page',
  '/base/work-queue/release.action code': 'a kind of work, named by the page',
  '/base/work-queue/see.action code': 'a kind of work, named by the page',
  '/dictionary-entity/delete-entry.action code': 'the key of an entry, as its list has it',
  '/dictionary-entity/disable-entry.action code': 'the key of an entry, as its list has it',
  '/dictionary-entity/save-entry.action code': 'the key of an entry, as its list has it',
  '/login/authorized-login-from-jnzj.action cardNumber': 'the partner signed what it wrote',
  '/login/authorized-login-from-jnzj.action userName': 'the partner signed what it wrote',
  '/login/authorized-login.action cardNumber': 'the partner signed what it wrote',
  '/login/authorized-login.action userName': 'the partner signed what it wrote',
  '/register/do-register.action schoolName': 'text about a person, masked',
  '/student-manage/update-student-info.action schoolName': 'text about a person, masked',
}

test('bytes that came from elsewhere are never decoded as text with what is damaged left out', () => {
  const wrong = sources
    .filter((file) => !isTest(file) && /^(contract|server|features|web|app)\//.test(file))
    // It counts the damage.
    .filter((file) => file !== 'contract/textFile.ts')
    .filter((file) => /new TextDecoder\((?![^)]*\bfatal: true)/.test(code(file)))
  assert.deepEqual(wrong, [])
})

test('a select searches for whole words, not for the parts an input method composes them of', () => {
  const wrong = sources
    .filter((file) => file.endsWith('.tsx'))
    .filter((file) => {
      const text = textOf(file)
      const searches = [...text.matchAll(/\bshowSearch=\{\{[^}]*\bonSearch\b(:?)/g)]
      const isWhole = text.includes('const onSearch = useWholeWords(')
      return searches.some(([, isOther]) => isOther || !isWhole)
    })
  assert.deepEqual(wrong, [])
})

/** Names of fields that hold a name, or a number that people copy. */
const normal =
  /^(?:name|(?!login)\w*Name|nameEn|title|shortTitle|category|contact|organiser|seller|item|bank|bankAccount|keyword|mobile|phone|card|cardNumber|creditCode|taxNo|taxCode|sellerTaxNumber|email|code|vcode|msgCode|oldMsgCode)$/

test('names and numbers in inputs have a normal form, however they were typed', () => {
  const found = new Set<string>()
  interface Schema {
    type?: string
    normalized?: string
    enum?: unknown
    properties?: Record<string, Schema>
    items?: Schema
    anyOf?: Schema[]
  }
  function walk(schema: Schema, path: string, name = ''): void {
    if (schema.type === 'string' && normal.test(name) && !schema.normalized && !schema.enum)
      found.add(`${path} ${name}`)
    for (const [key, part] of Object.entries(schema.properties ?? {})) walk(part, path, key)
    if (schema.items) walk(schema.items, path, name)
    for (const part of schema.anyOf ?? []) walk(part, path, name)
  }
  for (const { call } of allHandlers) walk(call.input as Schema, call.path)
  assert.deepEqual([...found].sort(), Object.keys(takenAsWritten))
})

/** Columns of texts that an import takes as they were written, and why. */
const cellsAsWritten: Readonly<Record<string, string>> = {
  'applicants answerwords': 'an answer to a question of the form',
  'applicants subjects': 'names of subjects, each compared by its key',
  'bankStatement memo': 'what a payer wrote',
  'bankStatement purpose': 'what a payer wrote',
  'bankStatement remark': 'what a payer wrote',
  'bankStatement summary': 'what the bank wrote',
  'question analysis': 'text of a question',
  'question answer': 'letters, or text of a question',
  'question material': 'text of a question',
  'question option': 'text of a question',
  'question stem': 'text of a question',
  'roster major': 'text about a person',
  'roster schoolName': 'text about a person',
  'roster workPlace': 'text about a person',
  'score points': 'a score, read by a rule of its own',
  'videoList folder': 'a path of names, each compared by its key',
}

test('names and numbers in sheets have a normal form as well', async () => {
  const form: SheetForm = {
    formVersion: 1,
    fields: [
      { key: 'words', kind: 'text', label: '岗位', required: true, choices: [] } as unknown as FormField,
    ],
    subjects: ['语文', '数学'].map((name) => ({ id: name, name })),
  }
  const byProject = {
    roster: rosterColumns(
      profileFields.map(({ key }) => ({ key, required: false })),
      new Map(),
    ),
    applicants: applicantColumns(form),
  }
  const kinds = importKinds(allFeatures).map(({ key, columns }) => ({
    kind: key.endsWith('Applicants') ? 'applicants' : key,
    columns,
  }))
  const found = new Set<string>()
  for (const { kind, columns } of kinds) {
    const given = Object.hasOwn(byProject, kind)
      ? byProject[kind as keyof typeof byProject]
      : await columns(null as never, '', {})
    for (const { key, kind: cell, check } of given) {
      const { normalized, isMasked } = check as { normalized?: string; isMasked?: boolean }
      if (cell === 'text' && !normalized && !isMasked)
        found.add(`${kind} ${key.replace(/^option\w$/, 'option')}`)
    }
  }
  assert.deepEqual([...found].sort(), Object.keys(cellsAsWritten))
})

test('no field for a number or a code cuts what is pasted with spaces and hyphens', () => {
  const wrong = sources
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/<(?:Input|TextField)\b(?:[^>]|=>)*>/g)]
        .map(([field]) => field)
        .filter((field) => /inputMode="(?:numeric|tel)"|one-time-code/.test(field))
        .filter((field) => Number(/\bmaxLength=\{(\d+)\}/.exec(field)?.[1] ?? 100) < 30)
        .map((field) => `${file}: ${field}`),
    )
  assert.deepEqual(wrong, [])
})

test('the ledger: every row that is traced to a test names one that is there', () => {
  const ids = new Set(ledgerRows().map(({ id }) => id))
  const isThere = ({ id, file, title }: LedgerTest) =>
    ids.has(id) &&
    sources.includes(file) &&
    [`test('${title}'`, `test(\`${title}\``].some((head) => textOf(file).includes(head))
  assert.deepEqual(
    ledgerTests().filter((traced) => !isThere(traced)),
    [],
  )
  const lines = textOf('docs/ledger-tests.tsv').trimEnd().split('\n')
  assert.deepEqual(lines, [...new Set(lines)].sort())
})

test('the ledger: every row has a test, or the reason why none can be', () => {
  const proved = new Set(ledgerTests().map(({ id }) => id))
  const without = ledgerRows().filter(({ id }) => !proved.has(id))
  assert.deepEqual(
    without.map(({ id }) => id),
    [...untestable().keys()],
  )
  assert.deepEqual(
    [...untestable().values()].filter((reason) => !reason),
    [],
  )
})

test('the ledger: each statement that is drawn to be broken has a mutant, whose text is in its file once', () => {
  const drawn = shuffled(
    ledgerRows().map(({ id }) => id),
    drawnBy.seed,
  ).slice(0, drawnBy.rows)
  assert.deepEqual(drawn.toSorted(), Object.keys(mutants).toSorted())
  const proved = new Set(ledgerTests().map(({ id }) => id))
  assert.deepEqual(
    Object.entries(mutants)
      .filter(([id, { file, from }]) => !proved.has(id) || textOf(file).split(from).length !== 2)
      .map(([id]) => id),
    [],
  )
})

/** The sentence a feature begins with: of its declaration, or of its pages or its contract where it has none. */
function sentenceOf(feature: string): string {
  for (const file of ['feature.ts', 'web/pages.ts', 'contract.ts']) {
    const text = sources.includes(`features/${feature}/${file}`) ? textOf(`features/${feature}/${file}`) : ''
    const sentence = /\/\*\* ((?:(?!\*\/).)*) \*\/\nexport const/s.exec(text)?.[1]
    if (sentence) return sentence.replace(/\s*\n \* /g, ' ')
  }
  return ''
}

/** Headings of the features in the README, by the group that each declares. */
const groups = {
  platform: 'Used by all',
  noun: 'Things of the business',
  composition: 'Pages put together from others',
}

/** The group of a feature; one that brings nothing to the server has pages of others, or serves them. */
function groupOf(feature: string): string {
  const declaration = `features/${feature}/feature.ts`
  if (sources.includes(declaration)) return /^ {2}group: '(\w+)'/m.exec(textOf(declaration))![1]!
  return sources.includes(`features/${feature}/web/pages.ts`) ? 'composition' : 'platform'
}

test('the README has a line for every feature, in its own words, below the group it declares', () => {
  const features = globSync('features/*', { cwd: root }).map((folder) => folder.split(/[/\\]/)[1]!)
  const lineOf = (feature: string) => `- **${feature}**: ${sentenceOf(feature)}`
  assert.deepEqual(
    features.filter((feature) => !lineOf(feature).endsWith('.')),
    [],
    'a feature begins with a sentence',
  )
  const parts = Object.entries(groups).map(([group, heading]) => {
    const lines = features.filter((feature) => groupOf(feature) === group).map(lineOf)
    return `**${heading}**\n${lines.sort().join('\n')}`
  })
  const map = `<!-- features -->\n${parts.join('\n\n')}\n<!-- /features -->`
  const readme = textOf('README.md')
  const place = /<!-- features -->[\s\S]*<!-- \/features -->/
  if (process.env.WRITE_MAP) writeFileSync(join(root, 'README.md'), readme.replace(place, map))
  assert.equal(place.exec(textOf('README.md'))?.[0], map, 'run "WRITE_MAP=1 npm run check"')
})

test('every decision is listed in the index by its number', () => {
  const index = textOf('docs/decisions/README.md')
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: root })
  const rows = [...index.matchAll(/\]\((\d+[^)]*\.md)\)/g)].map((match) => match[1]!)
  assert.deepEqual(rows.sort(), files.map((file) => file.split(/[/\\]/).at(-1)!).sort())
  const wrong = files.filter((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(textOf(file)) ?? []
    const name = file.split(/[/\\]/).at(-1)!
    return Number(name.slice(0, 4)) !== Number(number) || !index.includes(`${number}. [${title}](${name})`)
  })
  assert.deepEqual(wrong, [])
})

/** Files that name a year that does not come nearer, and why. */
const yearsOfFact: Readonly<Record<string, string>> = {
  'db/seed/content/people.ts': 'the number that a random sequence begins with',
  'db/seed/content/questions/ai-literacy.yaml': 'the day from which a law applies',
  'db/seed/content/questions/carbon.yaml': 'the years of the national carbon goals',
  'db/seed/media/lessons.yaml': 'the same, as the lesson says them',
}

test('neither the demo nor a test names a year that was not over long ago: it would end with it', () => {
  const naming = [
    ...sources.filter((file) => isTest(file) || file.startsWith('db/seed/')),
    ...contents,
  ].filter((file) => /\b20(2[5-9]|3\d)\b/.test(textOf(file)))
  assert.deepEqual(naming, Object.keys(yearsOfFact))
})
