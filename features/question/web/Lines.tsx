import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Input from 'antd/es/input'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { keyOf } from '../../../web/composing.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import type { Line } from './draft.ts'
import { stepped } from './order.ts'
import './Editor.css'

/** Names of a list's line, for those who do not see it. */
interface LineNames {
  line: string
  up: string
  down: string
  take: string
}

/**
 * A list of short texts that is edited without a mouse: Enter adds a line below, Alt with an arrow moves it,
 * Backspace in an empty one removes it; the buttons do the same.
 */
export function Lines<L extends Line>({
  value,
  onChange,
  fresh,
  least,
  most,
  namesOf,
  renderMark,
  faultOf,
}: {
  value: readonly L[]
  onChange: (lines: L[]) => void
  fresh: () => L
  least: number
  most: number
  namesOf: (place: number) => LineNames
  /** Rendered before a line's text. */
  renderMark: (line: L, place: number) => ReactNode
  faultOf: (place: number) => string | undefined
}) {
  const list = useRef<HTMLOListElement>(null)
  const [focused, setFocused] = useState<number | null>(null)

  useEffect(() => {
    if (focused === null) return
    list.current?.querySelector<HTMLElement>(`[data-line="${focused}"] textarea`)?.focus()
    setFocused(null)
  }, [focused])

  function add(place: number) {
    if (value.length >= most) return
    const line = fresh()
    onChange([...value.slice(0, place), line, ...value.slice(place)])
    setFocused(line.id)
  }
  function take(place: number) {
    if (value.length <= least) return
    onChange(value.filter((_, i) => i !== place))
    setFocused((value[place - 1] ?? value[place + 1])!.id)
  }
  function onKey(event: KeyboardEvent, line: L, place: number) {
    if (event.ctrlKey || event.metaKey) return
    const step = { ArrowUp: -1, ArrowDown: 1 }[keyOf(event)]
    if (event.altKey && step) onChange(stepped(value, place, step))
    else if (keyOf(event) === 'Enter' && !event.shiftKey) add(place + 1)
    else if (keyOf(event) === 'Backspace' && line.text === '' && value.length > least) take(place)
    else return
    event.preventDefault()
  }

  return (
    <ol className="question-lines k-stack k-gap-2 k-list" ref={list}>
      {value.map((line, place) => {
        const names = namesOf(place)
        const fault = faultOf(place)
        return (
          <li key={line.id} data-line={line.id} className="question-line k-grid k-gap-2">
            {renderMark(line, place)}
            <Input.TextArea
              autoSize={{ minRows: 1, maxRows: 6 }}
              maxLength={1000}
              value={line.text}
              aria-label={names.line}
              aria-invalid={fault !== undefined}
              status={fault ? 'error' : ''}
              placeholder={fault ?? names.line}
              onChange={({ target }) =>
                onChange(value.map((other) => (other === line ? { ...line, text: target.value } : other)))
              }
              onKeyDown={(event) => onKey(event, line, place)}
            />
            <span className="question-line-actions k-nowrap">
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                disabled={place === 0}
                aria-label={names.up}
                onClick={() => onChange(stepped(value, place, -1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                disabled={place === value.length - 1}
                aria-label={names.down}
                onClick={() => onChange(stepped(value, place, 1))}
              />
              <Button
                type="text"
                size="small"
                danger
                icon={<CloseOutlined />}
                disabled={value.length <= least}
                aria-label={names.take}
                onClick={() => take(place)}
              />
            </span>
          </li>
        )
      })}
    </ol>
  )
}
