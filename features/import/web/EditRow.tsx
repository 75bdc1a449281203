import Input from 'antd/es/input'
import { useEffect, useId, useRef, useState } from 'react'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { OutputOf } from '../../../contract/call.ts'
import { CallRefused, send } from '../../../web/client.ts'
import { keyOf } from '../../../web/composing.ts'
import { logPageError } from '../../../web/errorLog.ts'
import { useUnsaved } from '../../../web/shell/view/unsaved.ts'
import { useBilingual } from '../../../web/words.ts'
import { importCalls, type EditableRow } from '../contract.ts'
import './Import.css'
import { useImportWords } from './words.ts'

/** Returns the values of a record by cell, without those of one cell. */
const without =
  (key: string) =>
  <T,>({ [key]: _, ...others }: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
    others

/** Goes on to the next faulty cell of the table, or leaves the last one. */
function toNextFault(from: HTMLInputElement): void {
  const cells = [
    ...from.closest('table')!.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'),
  ]
  const next = cells
    .slice(cells.indexOf(from) + 1)
    .find((cell) => cell.getAttribute('aria-invalid') === 'true')
  if (!next) return from.blur()
  next.focus()
  if (next instanceof HTMLInputElement) next.select()
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
  optionsOf,
  onEdited,
  onStale,
}: {
  importId: string
  row: EditableRow
  /** The columns of the file. */
  keys: readonly string[]
  columns?: readonly string[]
  titleOf: (column: string) => string
  /** The words of which a column has one; none where any text may be. */
  optionsOf: (column: string) => readonly string[]
  onEdited: (answer: OutputOf<typeof importCalls.editRow>) => void
  /** The row was edited elsewhere: it is read again. */
  onStale: () => Promise<unknown>
}) {
  const say = useImportWords()
  const either = useBilingual()
  const id = useId()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [edited, setEdited] = useState<readonly string[]>([])
  // Cells whose text did not arrive, and whether because the row was edited elsewhere.
  const [unsaved, setUnsaved] = useState<Readonly<Record<string, 'unsaved' | 'unsavedStale'>>>({})
  // The row as the server has it, also before it is drawn.
  const stored = useRef(row)
  const saving = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    stored.current = row
  }, [row])
  useUnsaved(Object.keys(unsaved).length > 0)

  const faulty = row.problems.flatMap(({ column }) =>
    column !== null && keys.includes(column) ? [column] : [],
  )
  const shown = columns ?? keys.filter((key) => edited.includes(key) || faulty.includes(key))
  const ofRow = row.problems.filter(({ column }) => column === null || !keys.includes(column))
  const textOf = (key: string, of = row) => of.cells[keys.indexOf(key)] ?? ''

  async function change(input: { cells: Record<string, string>; leaveOut?: boolean }): Promise<void> {
    const answer = await send(importCalls.editRow, {
      importId,
      row: row.row,
      version: stored.current.version,
      ...input,
    })
    stored.current = answer.rows.find((one) => one.row === row.row)!
    onEdited(answer)
  }
  async function edit(key: string, text: string) {
    if (text.trim() === textOf(key, stored.current).trim()) {
      setTyped(without(key))
      return setUnsaved(without(key))
    }
    try {
      await change({ cells: { [key]: text } })
      setEdited((before) => [...new Set([...before, key])])
      setUnsaved(without(key))
      setTyped(({ [key]: now, ...others }) =>
        now === undefined || now === text ? others : { ...others, [key]: now },
      )
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const isStale = error.respCode === 409
      setTyped((before) => ({ [key]: text, ...before }))
      setUnsaved((before) => ({ ...before, [key]: isStale ? 'unsavedStale' : 'unsaved' }))
      if (isStale) await onStale()
    }
  }
  async function leave(leaveOut: boolean) {
    try {
      await change({ cells: {}, leaveOut })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      if (error.respCode === 409) await onStale()
    }
  }
  // An unexpected error does not keep the next edit from being saved.
  const inTurn = (step: () => Promise<void>) => {
    saving.current = saving.current.then(step).catch(logPageError)
  }
  const save = (key: string, text: string) => inTurn(() => edit(key, text))

  return (
    <div className="import-edit">
      {ofRow.map((problem, i) => (
        <p key={i} className="import-fault">
          <Tag color="red">{problem.column ? titleOf(problem.column) : say('wholeRow')}</Tag>
          {either(problem.zh, problem.en)}
        </p>
      ))}
      {row.remarks.map((remark, i) => (
        <p key={`remark-${i}`}>
          <Tag color="blue">{titleOf(remark.column!)}</Tag>
          {either(remark.zh, remark.en)}
        </p>
      ))}
      {shown.map((key) => {
        const problem = row.problems.find(({ column }) => column === key)
        const suggestion = row.suggestions.find(({ column }) => column === key)
        const field = `${id}-${key}`
        const options = optionsOf(key)
        const text = typed[key] ?? textOf(key)
        const invalid = {
          'aria-invalid': problem !== undefined,
          ...(problem && { 'aria-describedby': `${field}-why` }),
        }
        return (
          <div key={key} className="import-cell">
            <label htmlFor={field}>{titleOf(key)}</label>
            {options.length > 0 ? (
              <select
                id={field}
                className="office-input"
                value={text}
                {...invalid}
                onChange={({ target }) => {
                  setTyped((before) => ({ ...before, [key]: target.value }))
                  save(key, target.value)
                }}
              >
                {[...new Set([text, '', ...options])].map((option) => (
                  <option key={option} value={option}>
                    {option || say('empty')}
                  </option>
                ))}
              </select>
            ) : (
              <Input
                id={field}
                size="small"
                status={problem ? 'error' : ''}
                maxLength={1000}
                value={text}
                {...invalid}
                onChange={({ target }) => setTyped((before) => ({ ...before, [key]: target.value }))}
                onBlur={({ target }) => save(key, target.value)}
                onPressEnter={(event) => {
                  if (keyOf(event) === 'Enter') toNextFault(event.currentTarget)
                }}
              />
            )}
            {problem && (
              <small id={`${field}-why`} className="import-fault">
                {either(problem.zh, problem.en)}
                {problem.fix && !suggestion && <span>{either(problem.fix.zh, problem.fix.en)}</span>}
              </small>
            )}
            {unsaved[key] && (
              <small role="alert" className="import-fault">
                {say(unsaved[key])}{' '}
                <Button size="small" onClick={() => save(key, typed[key] ?? '')}>
                  {say('saveCell')}
                </Button>
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
      {!columns && (
        <Button size="small" onClick={() => inTurn(() => leave(row.state !== 'out'))}>
          {say(row.state === 'out' ? 'takeIn' : 'leaveOut')}
        </Button>
      )}
    </div>
  )
}
