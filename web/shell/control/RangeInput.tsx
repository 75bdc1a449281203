import { useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { today } from '../../dayStart.ts'
import { Button } from './Button.tsx'
import { useShellWords } from '../words.ts'

interface RangeProps {
  id: string
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

/** Two days, each of which may be open, and the ranges that are asked for most. */
export function DaysInput({ id, label, from, to, onChange }: RangeProps) {
  const say = useShellWords()
  const shortcuts = [
    ['today', 0],
    ['lastWeek', 6],
    ['lastMonth', 29],
  ] as const
  return (
    <>
      <input
        className="office-input"
        id={id}
        type="date"
        aria-label={say('rangeFrom', { label })}
        max={to}
        value={from ?? ''}
        onChange={({ target }) => onChange(target.value || undefined, to)}
      />
      <span aria-hidden>–</span>
      <input
        className="office-input"
        type="date"
        aria-label={say('rangeTo', { label })}
        min={from}
        value={to ?? ''}
        onChange={({ target }) => onChange(from, target.value || undefined)}
      />
      <span className="crud-shortcuts k-nowrap">
        {shortcuts.map(([word, days]) => (
          <Button key={word} type="link" size="small" onClick={() => onChange(today(-days), today())}>
            {say(word)}
          </Button>
        ))}
      </span>
    </>
  )
}

const typed = /^\d{0,8}(\.\d{0,2})?$/
const shownOf = (fen: string | undefined) =>
  fen && /^\d+$/.test(fen) ? yuan(Number(fen)).replace(/\.00$/, '') : ''
const fenOf = (text: string) => (/\d/.test(text) ? String(Math.round(Number(text) * 100)) : undefined)

/** Two amounts in yuan, each of which may be open; what is given and taken is in fen. */
export function MoneyInput({ id, label, from, to, onChange }: RangeProps) {
  const say = useShellWords()
  return (
    <>
      <Yuan id={id} name={say('rangeFrom', { label })} fen={from} onChange={(next) => onChange(next, to)} />
      <span aria-hidden>–</span>
      <Yuan name={say('rangeTo', { label })} fen={to} onChange={(next) => onChange(from, next)} />
    </>
  )
}

/** An amount as it is typed: “12.” is on its way to 12.50. */
function Yuan({
  id,
  name,
  fen,
  onChange,
}: {
  id?: string
  name: string
  fen: string | undefined
  onChange: (fen: string | undefined) => void
}) {
  const [text, setText] = useState(() => shownOf(fen))
  const [given, setGiven] = useState(fen)
  // An address may name what is no amount: then the field is empty.
  if (fen !== given) {
    setGiven(fen)
    if (fenOf(text) !== fen) setText(shownOf(fen))
  }
  return (
    <input
      className="office-input"
      {...(id ? { id } : {})}
      inputMode="decimal"
      aria-label={name}
      value={text}
      onChange={({ target }) => {
        if (!typed.test(target.value)) return
        setText(target.value)
        onChange(fenOf(target.value))
      }}
    />
  )
}
