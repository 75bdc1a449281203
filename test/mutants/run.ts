import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { ledgerRows, ledgerTests, type LedgerTest } from '../ledger.ts'
import { root, shuffled } from '../tasks.ts'
import { drawnBy, mutants, type Mutant } from './mutants.ts'

/**
 * `npm run mutants` breaks the statements of the ledger that a seed draws, one after the other in a copy of the tree, and
 * runs the tests that are to prove them: one counts as caught when such a test, green before and not merely its file,
 * fails. Rows can be named (`npm run mutants -- S9-L153-03`); a run of all writes docs/ledger.md. Exit 1 when one survives.
 */
const named = process.argv.slice(2)
const rows = new Map(ledgerRows().map((row) => [row.id, row]))
const drawn = named.length > 0 ? named : shuffled([...rows.keys()], drawnBy.seed).slice(0, drawnBy.rows)
const testsOf = (id: string) => ledgerTests().filter((test) => test.id === id)
const left = new Set(['node_modules', '.git', 'data'])

interface Outcome {
  id: string
  mutant: Mutant | undefined
  /** The test that failed, or null where the mutant survived. */
  by: LedgerTest | null
  seconds: number
}

/** Matches a title of the ledger as a run prints it: a value in `${}` is any text there. */
const printed = ({ file, title }: LedgerTest) => {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(
    `${literal(file)} › ${title
      .split(/\$\{[^}]*\}/)
      .map(literal)
      .join('.*')}`,
  )
}

function outputOf(folder: string, files: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['test/run.ts', ...files], {
      cwd: folder,
      env: { ...process.env, STRICT: '1', TEST_SEED: String(drawnBy.seed) },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}

/** Runs the tests of a row until one of them fails, those in a browser last. */
async function catcher(folder: string, tests: readonly LedgerTest[]): Promise<LedgerTest | null> {
  const files = [...new Set(tests.map(({ file }) => file))].sort(
    (a, b) => Number(a.includes('journeys')) - Number(b.includes('journeys')),
  )
  for (const file of files) {
    const output = await outputOf(folder, [file])
    const by = tests.find((one) => one.file === file && printed(one).test(output))
    if (by) return by
  }
  return null
}

async function tryMutant(folder: string, id: string): Promise<Outcome> {
  const start = performance.now()
  const mutant = mutants[id]
  let by: LedgerTest | null = null
  if (mutant) {
    const path = join(folder, mutant.file)
    const whole = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      whole.replace(mutant.from, () => mutant.to),
    )
    by = await catcher(folder, testsOf(id))
    writeFileSync(path, whole)
  }
  return { id, mutant, by, seconds: (performance.now() - start) / 1000 }
}

const cell = (text: string) => text.replaceAll('\n', ' ').replaceAll('|', '\\|').trim()
const code = (text: string) => (text.trim() === '' ? 'nothing' : `\`${cell(text)}\``)

/** The page that shows the last run of all. */
function pageOf(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(({ id, mutant, by }) => {
    const broken = mutant ? `${mutant.file}: ${code(mutant.from)} becomes ${code(mutant.to)}` : 'no mutant'
    return `| ${id} | ${cell(rows.get(id)!.rule)} | ${broken} | ${by ? `${by.file} › ${cell(by.title)}` : '**survived**'} |`
  })
  const caught = outcomes.filter(({ by }) => by).length
  return `# Statements broken on purpose

\`docs/ledger.tsv\` has the statements of the specification, \`docs/ledger-tests.tsv\` the tests that prove them. A test proves
something only if it fails when the statement is broken. \`npm run mutants\` draws ${drawnBy.rows} statements by a seed, breaks each in a
copy of the tree, and runs its tests; this page is what the last run of all printed.

Seed ${drawnBy.seed}: **${caught} of ${outcomes.length} caught.**

| Row | Statement | Change | Caught by |
|---|---|---|---|
${lines.join('\n')}
`
}

const folder = mkdtempSync(join(tmpdir(), 'jixu-mutants-'))
const outcomes: Outcome[] = []
try {
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !left.has(relative(root, path).split(sep)[0]!),
  })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const proving = drawn.flatMap(testsOf)
  const unbroken = await outputOf(folder, [...new Set(proving.map(({ file }) => file))])
  const red = proving.filter((one) => printed(one).test(unbroken))
  if (red.length > 0)
    throw new Error(`Red before anything is broken: ${red.map(({ title }) => title).join('; ')}`)
  for (const id of drawn) {
    const outcome = await tryMutant(folder, id)
    outcomes.push(outcome)
    const { mutant, by, seconds } = outcome
    const verdict = by ? `caught by ${by.file} › ${by.title}` : mutant ? 'SURVIVED' : 'has no mutant'
    process.stdout.write(`${by ? '✔' : '✖'} ${seconds.toFixed(1).padStart(6)} s  ${id}: ${verdict}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (named.length === 0) writeFileSync(join(root, 'docs/ledger.md'), pageOf(outcomes))
const survivors = outcomes.filter(({ by }) => !by)
process.stdout.write(
  `\nSeed ${drawnBy.seed}: ${outcomes.length - survivors.length} of ${outcomes.length} caught\n`,
)
process.exit(survivors.length === 0 ? 0 : 1)
