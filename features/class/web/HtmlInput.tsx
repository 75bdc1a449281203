import Button from 'antd/es/button'
import Space from 'antd/es/space'
import { useEffect, useRef } from 'react'
import './HtmlInput.css'
import { useClassFormWords } from './formWords.ts'

const commands = [
  ['bold', 'bold', undefined],
  ['heading', 'formatBlock', 'h3'],
  ['list', 'insertUnorderedList', undefined],
  ['plain', 'removeFormat', undefined],
] as const

/** A short formatted text: what is typed or pasted is HTML, which the server cleans when it is written. */
export function HtmlInput({
  value = '',
  onChange,
  label,
  id,
}: {
  value?: string
  onChange?: (html: string) => void
  label: string
  id?: string
}) {
  const say = useClassFormWords()
  const area = useRef<HTMLDivElement>(null)
  // The browser owns the text while it is typed; only a value from elsewhere is drawn anew.
  useEffect(() => {
    if (area.current && area.current.innerHTML !== value) area.current.innerHTML = value
  }, [value])
  const report = () => onChange?.(area.current?.innerHTML ?? '')
  return (
    <div className="html-input">
      <Space size={4} role="toolbar" aria-label={label}>
        {commands.map(([key, command, argument]) => (
          <Button
            key={key}
            size="small"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              area.current?.focus()
              document.execCommand(command, false, argument)
              report()
            }}
          >
            {say(key)}
          </Button>
        ))}
      </Space>
      <div
        id={id}
        ref={area}
        className="html-input-text"
        role="textbox"
        aria-multiline="true"
        aria-label={label}
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        onInput={report}
        onPaste={(event) => {
          event.preventDefault()
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
        }}
      />
    </div>
  )
}
