import Space from 'antd/es/space'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../web/shell/control/Button.tsx'
import { openPictures, type Pictures } from './pictures.ts'
import { type DescribedPicture, PicturesDialog } from './PicturesDialog.tsx'
import './HtmlInput.css'
import { useHtmlWords } from './htmlWords.ts'

const commands = [
  ['bold', 'bold', undefined],
  ['heading', 'formatBlock', 'h3'],
  ['list', 'insertUnorderedList', undefined],
  ['plain', 'removeFormat', undefined],
] as const

/** Pictures as HTML, one paragraph each, followed by an empty one to continue typing in. */
function htmlOf(pictures: readonly DescribedPicture[]): string {
  const paragraphs = pictures.map((picture) => {
    const paragraph = document.createElement('p')
    paragraph.append(Object.assign(document.createElement('img'), picture))
    return paragraph.outerHTML
  })
  return `${paragraphs.join('')}<p><br></p>`
}

/** The caret's range in a text, or null. */
function caretIn(text: HTMLElement): Range | null {
  const selection = getSelection()
  const isIn = selection && selection.rangeCount > 0 && text.contains(selection.anchorNode)
  return isIn ? selection.getRangeAt(0).cloneRange() : null
}

/** A range in a new paragraph after a text. */
function endOf(text: HTMLElement): Range {
  const paragraph = document.createElement('p')
  paragraph.append(document.createElement('br'))
  text.append(paragraph)
  const end = document.createRange()
  end.setStart(paragraph, 0)
  return end
}

/**
 * A short formatted text with pictures: what is typed or pasted is HTML, which the server cleans when it is written.
 */
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
  const say = useHtmlWords()
  const area = useRef<HTMLDivElement>(null)
  const caret = useRef<Range | null>(null)
  const [pictures, setPictures] = useState<Pictures | null>(null)
  // The browser owns the text while it is typed; only a value from elsewhere is drawn again.
  useEffect(() => {
    if (area.current && area.current.innerHTML !== value) area.current.innerHTML = value
  }, [value])
  // The dialog gives the focus back to nothing in particular.
  useEffect(() => {
    return pictures ? returnCaret : undefined
  }, [pictures])
  const report = () => onChange?.(area.current?.innerHTML ?? '')

  function returnCaret() {
    area.current?.focus()
    const selection = getSelection()
    selection?.removeAllRanges()
    if (caret.current) selection?.addRange(caret.current)
  }
  function open(files: Iterable<File> = []) {
    caret.current = caretIn(area.current!)
    const opened = openPictures()
    opened.add(files)
    setPictures(opened)
  }
  function place(placed: DescribedPicture[]) {
    caret.current ??= endOf(area.current!)
    returnCaret()
    document.execCommand('insertHTML', false, htmlOf(placed))
    caret.current = caretIn(area.current!)
    report()
  }

  return (
    <div className="html-input">
      <Space size={4} wrap role="toolbar" aria-label={label}>
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
        <Button size="small" onMouseDown={(event) => event.preventDefault()} onClick={() => open()}>
          {say('picture')}
        </Button>
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
          // What brings words along is pasted as words, whatever picture of them comes with it.
          const text = event.clipboardData.getData('text/plain')
          if (text === '' && event.clipboardData.files.length > 0) open(event.clipboardData.files)
          else document.execCommand('insertText', false, text)
        }}
        onDrop={(event) => {
          // A picture of the text itself is only moved.
          const { files, types } = event.dataTransfer
          if (files.length === 0 || types.includes('text/html')) return
          event.preventDefault()
          open(files)
        }}
      />
      {pictures && <PicturesDialog pictures={pictures} onPlace={place} onClose={() => setPictures(null)} />}
    </div>
  )
}
