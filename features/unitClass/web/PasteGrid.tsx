import { useEffect, useMemo, useRef, useState } from 'react'
import type { InputOf } from '../../../contract/call.ts'
import { send, useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type PastedResult, unitClassCalls } from '../contract.ts'
import { peopleAtOnce } from '../rules.ts'
import { FindLearner } from './FindLearner.tsx'
import { type GridRow, rowsOfText } from './pasted.ts'
import './UnitClass.css'
import { useUnitClassWords } from './words.ts'

/** Rows drawn at a time. */
const limit = 50

const isEmpty = ({ name, number }: Pick<GridRow, 'name' | 'number'>) => !name.trim() && !number.trim()

const inputOf = (rows: readonly GridRow[]): InputOf<typeof unitClassCalls.checkPeople>['rows'] =>
  rows.map(({ name, number, create }) => ({
    name: name.trim(),
    number: number.trim(),
    ...(create && { create }),
  }))

/** Results of rows by their keys, asked for again shortly after each edit. */
function useChecked(unitClassId: string, rows: readonly GridRow[]) {
  const [checked, setChecked] = useState<{ asked: string; results: ReadonlyMap<number, PastedResult> }>({
    asked: '',
    results: new Map(),
  })
  const wanted = useMemo(() => rows.filter((row) => !isEmpty(row)), [rows])
  const asked = JSON.stringify(wanted)
  useEffect(() => {
    const sent = JSON.parse(asked) as GridRow[]
    if (sent.length === 0) return
    let isWanted = true
    const timer = setTimeout(async () => {
      const answer = await send(
        unitClassCalls.checkPeople,
        { unitClassId, rows: inputOf(sent) },
        { quiet: true },
      ).catch(() => null)
      if (answer && isWanted)
        setChecked({ asked, results: new Map(answer.rows.map((result) => [sent[result.row]!.key, result])) })
    }, 500)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [unitClassId, asked])
  return { results: checked.results, isBusy: wanted.length > 0 && checked.asked !== asked }
}

/**
 * People pasted from a spreadsheet into a grid: each row says whom it means, each faulty cell why and what to do, with
 * the remedy one click away. Those that are right join the roster.
 */
export function PasteGrid({ unitClassId }: { unitClassId: string }) {
  const say = useUnitClassWords()
  const [rows, setRows] = useState<readonly GridRow[]>(() =>
    [0, 1, 2].map((key) => ({ key, name: '', number: '', create: false })),
  )
  const nextKey = useRef(3)
  const [faultsOnly, setFaultsOnly] = useState(false)
  const [page, setPage] = useState(1)
  const { results, isBusy } = useChecked(unitClassId, rows)
  const add = useAction(unitClassCalls.addPeople)
  const change = (key: number, part: Partial<GridRow>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const fresh = (people: readonly { name: string; number: string }[]): GridRow[] =>
    people.map((person) => ({ ...person, key: nextKey.current++, create: false }))

  function paste(text: string) {
    const people = rowsOfText(text)
    const all = [...rows.filter((row) => !isEmpty(row)), ...fresh(people)]
    if (all.length > peopleAtOnce) notify('prompt', say('tooMany', { count: peopleAtOnce }))
    setRows(all.slice(0, peopleAtOnce))
    setPage(1)
  }
  const known = rows.flatMap(({ key }) => results.get(key) ?? [])
  const count = (state: PastedResult['state']) => known.filter((result) => result.state === state).length
  const unknownKeys = new Set(
    rows.flatMap(({ key, create }) => (results.get(key)?.state === 'unknown' && !create ? [key] : [])),
  )
  const isRight = (row: GridRow) => {
    const result = results.get(row.key)
    return (result?.state === 'found' && !result.listed) || (result?.state === 'unknown' && row.create)
  }
  const right = rows.filter(isRight)
  const shown = faultsOnly ? rows.filter((row) => !isEmpty(row) && !isRight(row)) : rows
  const drawn = shown.slice((page - 1) * limit, page * limit)

  const save = () =>
    add.mutate({
      unitClassId,
      rows: inputOf(right),
      onDone(answer) {
        notify('success', say('addedNow', { count: answer.added }))
        const taken = new Set(answer.rows.flatMap(({ row, listed }) => (listed ? [right[row]!.key] : [])))
        const left = rows.filter(({ key }) => !taken.has(key))
        setRows(left.length > 0 ? left : fresh([{ name: '', number: '' }]))
      },
    })

  return (
    <div className="k-stack">
      <p className="k-muted">{say('pasteHint')}</p>
      <div className="k-cluster">
        <span role="status">
          {isBusy
            ? say('checking')
            : known.length > 0 &&
              say('counts', { found: count('found'), unknown: count('unknown'), bad: count('bad') })}
        </span>
        {unknownKeys.size > 0 && (
          <Button
            onClick={() =>
              setRows((all) => all.map((row) => (unknownKeys.has(row.key) ? { ...row, create: true } : row)))
            }
          >
            {say('createAll', { count: unknownKeys.size })}
          </Button>
        )}
        <Button
          onClick={() => {
            setFaultsOnly(!faultsOnly)
            setPage(1)
          }}
          aria-pressed={faultsOnly}
        >
          {say(faultsOnly ? 'all' : 'onlyFaults')}
        </Button>
        <Button onClick={() => setRows(fresh([{ name: '', number: '' }]))}>{say('clear')}</Button>
      </div>
      <div
        className="unit-class-wide"
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain')
          // One cell is pasted where the reader is.
          if (!/[\t\n\r]/.test(text.trim())) return
          event.preventDefault()
          paste(text)
        }}
      >
        <table className="unit-class-grid">
          <thead>
            <tr>
              <th scope="col">{say('rowNo')}</th>
              <th scope="col">{say('realName')}</th>
              <th scope="col">{say('number')}</th>
              <th scope="col">{say('result')}</th>
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <GridLine
                key={row.key}
                row={row}
                at={rows.indexOf(row) + 1}
                result={isEmpty(row) ? undefined : results.get(row.key)}
                onChange={(part) => change(row.key, part)}
                onRemove={() => setRows((all) => all.filter(({ key }) => key !== row.key))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Pages {...{ page, limit, total: shown.length }} hidesOne onPage={setPage} />
      <div className="k-cluster">
        <Button onClick={() => setRows((all) => [...all, ...fresh([{ name: '', number: '' }])])}>
          {say('addRow')}
        </Button>
        <Button type="primary" disabled={right.length === 0 || isBusy} loading={add.isPending} onClick={save}>
          {say('addCount', { count: right.length })}
        </Button>
      </div>
    </div>
  )
}

/** A row of the grid, with the problems of each cell below it. */
function GridLine({
  row,
  at,
  result,
  onChange,
  onRemove,
}: {
  row: GridRow
  at: number
  result: PastedResult | undefined
  onChange: (part: Partial<GridRow>) => void
  onRemove: () => void
}) {
  const say = useUnitClassWords()
  const either = useBilingual()
  const problemsOf = (column: 'name' | 'number' | null) =>
    (result?.problems ?? []).filter((problem) => problem.column === column)
  const said = (column: 'name' | 'number' | null) =>
    problemsOf(column).map(({ code, zh, en, fix }) => (
      <div key={code} className="k-small k-bad">
        {either(zh, en)}
        {fix && <div className="k-muted">{either(fix.zh, fix.en)}</div>}
        {code === 'otherUnit' && <FindLearner name={row.name} />}
      </div>
    ))
  const isOther = result?.realName && row.name.trim() && result.realName !== row.name.trim()
  const cell = (column: 'name' | 'number', label: string) => (
    <td>
      <input
        className="office-input"
        aria-label={`${label} ${at}`}
        aria-invalid={problemsOf(column).length > 0}
        value={row[column]}
        maxLength={column === 'name' ? 100 : 60}
        autoComplete="off"
        onChange={({ target }) => onChange({ [column]: target.value })}
      />
      {said(column)}
      {column === 'name' && isOther && (
        <Button type="link" size="small" onClick={() => onChange({ name: result.realName! })}>
          {say('apply', { text: result.realName! })}
        </Button>
      )}
    </td>
  )
  return (
    <tr>
      <td className="k-numbers">{at}</td>
      {cell('name', say('realName'))}
      {cell('number', say('number'))}
      <td>
        {result?.state === 'found' && (
          <Tag color={result.listed ? 'blue' : 'green'}>
            {result.listed ? say('listed') : say('found', { name: result.realName ?? row.name })}
          </Tag>
        )}
        {result?.state === 'unknown' && (
          <>
            <Tag color="orange">{say('unknown')}</Tag>
            <label className="k-row" title={say('createHint')}>
              <input
                type="checkbox"
                checked={row.create}
                onChange={({ target }) => onChange({ create: target.checked })}
              />
              {say('createIt')}
            </label>
          </>
        )}
        {said(null)}
        {result && result.state !== 'found' && (
          <Button type="link" size="small" onClick={onRemove}>
            {say('leaveOut')}
          </Button>
        )}
      </td>
    </tr>
  )
}
