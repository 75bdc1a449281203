import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the program, with the features that declare tables and the migrations. */
export const programRoot = fileURLToPath(new URL('..', import.meta.url))

interface Script {
  /** The folder of its file, as `features/order/server`. */
  folder: string
  sql: string
}

/** Scripts of the features by the names of their files: `tables`, `functions`, `views`. */
function scriptsOf(root: string, ...kinds: string[]): Script[] {
  const names = kinds.map((kind) => `${kind}.sql`)
  return ['server', 'features', 'sandbox'].flatMap((top) =>
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

/** The functions and views alone, each replacing the one there is. */
export const allFunctions = (root = programRoot) =>
  declared(root)
    .filter((statement) => /^create or replace /m.test(statement))
    .join('\n\n')

/** The files of functions and views as they are, to find out whether a database has them. */
export const functionTexts = (root: string) =>
  scriptsOf(root, 'functions', 'views')
    .map(({ sql }) => sql)
    .join('\n')

/**
 * The statements of a schema, whatever the order, comments and blanks of its script: in full, and of a function its
 * head, since its body may be replaced.
 */
export const essenceOf = (schema: string) =>
  statementsOf(schema)
    .map((statement) => bare(statement).split('$$')[0]!.replace(/\s+/g, ' ').trim())
    .sort()

/** Folders that own tables. */
export const tableOwners = () => scriptsOf(programRoot, 'tables').map(({ folder }) => folder)
