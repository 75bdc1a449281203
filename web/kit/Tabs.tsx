import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { keyOf } from '../composing.ts'
import './Tabs.css'

/** Tabs by the WAI-ARIA pattern: arrow keys move, the panel is labelled by its tab. */
export function Tabs<K extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string
  tabs: readonly { key: K; label: string; title?: string | undefined }[]
  value: K
  onChange: (key: K) => void
  children: ReactNode
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  // A strip wider than the phone shows the selected tab, however its page was opened.
  useEffect(() => {
    const strip = list.current!
    const tab = strip.querySelector<HTMLElement>('[aria-selected="true"]')
    if (tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
  }, [value])
  function move(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[keyOf(event)] ?? 0
    if (step === 0) return
    const at = tabs.findIndex((tab) => tab.key === value)
    const next = (at + step + tabs.length) % tabs.length
    onChange(tabs[next]!.key)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div className="k-tabs" role="tablist" tabIndex={-1} aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className="k-tab"
            title={tab.title}
            aria-selected={tab.key === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === value ? 0 : -1}
            data-active={tab.key === value ? '' : undefined}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
