import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const programRoot = fileURLToPath(new URL('..', import.meta.url))

interface Script {
  /** The folder of its file, as `features/order/server`. */
  folder: string
  sql: string
}

/** Scripts of the features by the names of their files: `tables`, `functions`, `views`. */
function scriptsOf(root: string, ...kinds: string[]): Script[] {
  const names = kinds.map((kind) => `${kind}.sql`)
  return ['server', 'features'].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((path) => names.includes(basename(path)))
      .sort()
      .map((path) => ({
        folder: dirname(join(top, path)).split(sep).join('/'),
        sql: readFileSync(join(root, top, path), 'utf8'),
      })),
  )
}

/** The statements of a script, each with the comment above it. */
const statementsOf = (sql: string) =>
  sql.split(/(?<=;\n)(?=(?:--.*\n|\n)*(?:create|insert|alter) )/).map((statement) => statement.trim())

/** A statement without its comments. */
const bare = (statement: string) => statement.replace(/--.*$/gm, '')

/** The statements so ordered that each comes after those whose tables, functions and views it names. */
function inOrder(statements: readonly string[]): string[] {
  const makers = new Map<string, string>()
  for (const statement of statements) {
    const name = /^create (?:or replace )?(?:table|view|function|sequence) (\w+)/m.exec(statement)?.[1]
    if (name) makers.set(name, statement)
  }
  const ordered = new Set<string>()
  const open = new Set<string>()
  function place(statement: string): void {
    if (ordered.has(statement)) return
    if (open.has(statement)) throw new Error(`Statements need each other:\n${[...open].join('\n')}`)
    open.add(statement)
    // A word of a comment or of a text names no table.
    for (const [word] of bare(statement)
      .replace(/'[^']*'/g, '')
      .matchAll(/\w+/g)) {
      const maker = makers.get(word)
      if (maker && maker !== statement) place(maker)
    }
    open.delete(statement)
    ordered.add(statement)
  }
  for (const statement of statements) place(statement)
  return [...ordered]
}

const declared = (root: string) =>
  inOrder(scriptsOf(root, 'tables', 'functions', 'views').flatMap(({ sql }) => statementsOf(sql)))

/** The current schema of the whole database, as one script for an empty one. */
export const allTables = (root = programRoot) => `${declared(root).join('\n\n')}\n`

/** Folders that own tables. */
export const tableOwners = () => scriptsOf(programRoot, 'tables').map(({ folder }) => folder)
