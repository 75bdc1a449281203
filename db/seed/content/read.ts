import { readFileSync } from 'node:fs'
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import Value from 'typebox/value'
import { LineCounter, parseDocument } from 'yaml'

/** A map with these keys and no others: a key that is spelled wrong is an error. */
export const record = <P extends TProperties>(fields: P) =>
  Type.Object(fields, { additionalProperties: false })

/** A map from keys of one's own. */
export const mapOf = <S extends TSchema>(value: S) => Type.Record(Type.String(), value)

/** Text of a content file, by its path from this folder. */
export const readText = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8').trim()

/** Content of a YAML file as its schema has it; an error gives the file, the line and the place in the content. */
export function readContent<S extends TSchema>(file: string, schema: S): Static<S> {
  return parseContent(file, readText(file), schema)
}

/** Content of YAML text that is called by a file's name in errors. */
export function parseContent<S extends TSchema>(file: string, text: string, schema: S): Static<S> {
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  const [broken] = document.errors
  if (broken) throw new Error(`${file}: ${broken.message}`)
  const content: unknown = document.toJS()
  const [error] = Value.Errors(schema, content)
  if (!error) return content as Static<S>
  const path = error.instancePath.split('/').slice(1)
  const node = document.getIn(path, true) as { range?: [number, number, number] } | undefined
  const { line } = lineCounter.linePos(node?.range?.[0] ?? 0)
  const problem = error.message === 'schema is false' ? 'is not known here' : error.message
  throw new Error(`${file}:${line}: ${path.join(' › ')} ${problem}`)
}

/** A text with the values of its `{names}`. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => String(values[name] ?? slot))
