import Input from 'antd/es/input'
import { useEffect, useId, useRef, useState } from 'react'
import { Tag } from '../../../web/shell/Tag.tsx'
import { Button } from '../../../web/shell/Button.tsx'
import type { OutputOf } from '../../../contract/call.ts'
import { CallRefused, send } from '../../../web/client.ts'
import { useBilingual } from '../../../web/words.ts'
import { importCalls, type EditableRow } from '../contract.ts'
import './Import.css'
import { useImportWords } from './words.ts'

/** Goes on to the next faulty cell of the table, or leaves the last one. */
function toNextFault(from: HTMLInputElement): void {
  const cells = [...from.closest('table')!.querySelectorAll<HTMLInputElement>('input')]
  const next = cells
    .slice(cells.indexOf(from) + 1)
    .find((cell) => cell.getAttribute('aria-invalid') === 'true')
  if (!next) return from.blur()
  next.focus()
  next.select()
}

/**
 * The cells of a row to be edited: the faulty ones and those that were, or the given columns. Each is saved when it is
 * left or Enter is pressed, one after the other.
 */
export function EditRow({
  importId,
  row,
  keys,
  columns,
  titleOf,
  onEdited,
  onStale,
}: {
  importId: string
  row: EditableRow
  /** The columns of the file. */
  keys: readonly string[]
  columns?: readonly string[]
  titleOf: (column: string) => string
  onEdited: (answer: OutputOf<typeof importCalls.editRow>) => void
  /** The row was edited elsewhere. */
  onStale: () => void
}) {
  const say = useImportWords()
  const either = useBilingual()
  const id = useId()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [edited, setEdited] = useState<readonly string[]>([])
  const version = useRef(row.version)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    version.current = row.version
  }, [row.version])

  const faulty = row.problems.flatMap(({ column }) =>
    column !== null && keys.includes(column) ? [column] : [],
  )
  const shown = columns ?? keys.filter((key) => edited.includes(key) || faulty.includes(key))
  const ofRow = row.problems.filter(({ column }) => column === null || !keys.includes(column))
  const textOf = (key: string) => row.cells[keys.indexOf(key)] ?? ''

  async function edit(key: string, text: string) {
    try {
      const cells = { [key]: text }
      const answer = await send(importCalls.editRow, {
        ...{ importId, row: row.row, version: version.current, cells },
      })
      version.current = answer.rows.find((one) => one.row === row.row)!.version
      setEdited((before) => [...new Set([...before, key])])
      setTyped(({ [key]: now, ...others }) =>
        now === undefined || now === text ? others : { ...others, [key]: now },
      )
      onEdited(answer)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.respCode === 409) onStale()
    }
  }
  const save = (key: string, text: string) => {
    if (text.trim() !== textOf(key).trim()) saving.current = saving.current.then(() => edit(key, text))
  }

  return (
    <div className="import-edit">
      {ofRow.map((problem, i) => (
        <p key={i} className="import-fault">
          <Tag color="red">{problem.column ? titleOf(problem.column) : say('wholeRow')}</Tag>
          {either(problem.zh, problem.en)}
        </p>
      ))}
      {shown.map((key) => {
        const problem = row.problems.find(({ column }) => column === key)
        const suggestion = row.suggestions.find(({ column }) => column === key)
        const field = `${id}-${key}`
        return (
          <div key={key} className="import-cell">
            <label htmlFor={field}>{titleOf(key)}</label>
            <Input
              id={field}
              size="small"
              status={problem ? 'error' : ''}
              maxLength={1000}
              value={typed[key] ?? textOf(key)}
              aria-invalid={problem !== undefined}
              {...(problem && { 'aria-describedby': `${field}-why` })}
              onChange={({ target }) => setTyped((before) => ({ ...before, [key]: target.value }))}
              onBlur={({ target }) => save(key, target.value)}
              onPressEnter={({ currentTarget, nativeEvent }) => {
                // Enter that ends the composition of a Chinese word does not leave the cell.
                if (!nativeEvent.isComposing) toNextFault(currentTarget)
              }}
            />
            {problem && (
              <small id={`${field}-why`} className="import-fault">
                {either(problem.zh, problem.en)}
                {problem.fix && !suggestion && <span>{either(problem.fix.zh, problem.fix.en)}</span>}
              </small>
            )}
            {suggestion && (
              <Button size="small" onClick={() => save(key, suggestion.text)}>
                {say('changeTo', { text: suggestion.text })}
              </Button>
            )}
          </div>
        )
      })}
      <span role="status">
        {row.state === 'good' && !columns && <Tag color="green">{say('edited')}</Tag>}
      </span>
    </div>
  )
}
