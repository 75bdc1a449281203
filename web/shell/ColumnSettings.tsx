import Button from 'antd/es/button'
import { type ReactNode, useRef } from 'react'
import { useShellWords } from './words.ts'

/** Which columns of a table are shown; chosen once, remembered for its reader in this browser. */
export function ColumnSettings({
  columns,
  hidden,
  onChange,
}: {
  columns: readonly { key: string; title: ReactNode }[]
  hidden: readonly string[]
  onChange: (hidden: readonly string[]) => void
}) {
  const say = useShellWords()
  const place = useRef<HTMLDetailsElement>(null)
  const shut = () => place.current?.removeAttribute('open')
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions -- it closes when the focus leaves
    <details
      ref={place}
      className="crud-columns"
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && shut()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        shut()
        place.current?.querySelector('summary')?.focus()
      }}
    >
      <summary className="ant-btn">{say('columns')}</summary>
      <div className="shell-card" tabIndex={-1}>
        {columns.map(({ key, title }) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={!hidden.includes(key)}
              disabled={!hidden.includes(key) && hidden.length === columns.length - 1}
              onChange={(event) =>
                onChange(event.target.checked ? hidden.filter((other) => other !== key) : [...hidden, key])
              }
            />
            {title}
          </label>
        ))}
        <Button type="link" size="small" disabled={hidden.length === 0} onClick={() => onChange([])}>
          {say('columnsReset')}
        </Button>
      </div>
    </details>
  )
}
