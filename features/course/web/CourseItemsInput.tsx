import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import Input from 'antd/es/input'
import { useState } from 'react'
import { VideoPicker } from '../../resource/web/VideoPicker.tsx'
import { clock } from '../../../web/format.ts'
import './Course.css'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useFocusBack } from '../../../web/shell/control/useFocusBack.ts'
import { moved } from './order.ts'
import { useCourseWords } from './words.ts'

/** A video of a course while it is edited. */
export interface EditedItem {
  resourceId: string
  title: string
  resourceTitle: string
  durationSeconds: number
}

/** The videos of a course in order: dragged, or moved by buttons, each with a title of its own. */
export function CourseItemsInput({
  value = [],
  onChange = () => {},
  fixed,
}: {
  value?: EditedItem[]
  onChange?: (items: EditedItem[]) => void
  /** Neither added to nor taken from. */
  fixed: boolean
}) {
  const say = useCourseWords()
  const [picking, setPicking] = useState(false)
  const addButton = useFocusBack(picking)
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const seconds = value.reduce((sum, item) => sum + item.durationSeconds, 0)

  function drop(to: number) {
    if (dragged !== null && dragged !== to) onChange(moved(value, dragged, to))
    setDragged(null)
    setOver(null)
  }

  return (
    <>
      {value.length === 0 && <p className="course-total">{say('noItems')}</p>}
      <ol className="k-list">
        {value.map((item, i) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same
          <li
            key={item.resourceId}
            className="course-item"
            data-over={over === i && dragged !== i}
            onDragOver={(event) => {
              if (dragged === null) return
              event.preventDefault()
              setOver(i)
            }}
            onDrop={() => drop(i)}
          >
            <span
              className="course-item-handle"
              draggable
              title={say('drag')}
              onDragStart={() => setDragged(i)}
              onDragEnd={() => drop(dragged ?? i)}
            >
              {i + 1}
            </span>
            <Input
              value={item.title}
              maxLength={120}
              aria-label={say('itemTitle', { n: i + 1 })}
              status={item.title.trim() === '' ? 'error' : ''}
              onChange={({ target }) =>
                onChange(value.map((other, j) => (j === i ? { ...other, title: target.value } : other)))
              }
            />
            <span>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                disabled={i === 0}
                aria-label={say('up', { title: item.title })}
                onClick={() => onChange(moved(value, i, i - 1))}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                disabled={i === value.length - 1}
                aria-label={say('down', { title: item.title })}
                onClick={() => onChange(moved(value, i, i + 1))}
              />
              {!fixed && (
                <Button
                  type="text"
                  size="small"
                  icon={<CloseOutlined />}
                  aria-label={say('take', { title: item.title })}
                  onClick={() => onChange(value.filter((_, j) => j !== i))}
                />
              )}
            </span>
            <span className="course-item-facts">
              {say('sameTitle', { title: item.resourceTitle })} · {clock(item.durationSeconds)}
            </span>
          </li>
        ))}
      </ol>
      {value.length > 0 && (
        <p className="course-total">{say('total', { count: value.length, time: clock(seconds) })}</p>
      )}
      {!fixed && (
        <Button ref={addButton} type="dashed" block style={{ marginTop: 8 }} onClick={() => setPicking(true)}>
          {say('addVideos')}
        </Button>
      )}
      {picking && (
        <VideoPicker
          taken={new Set(value.map((item) => item.resourceId))}
          onCancel={() => setPicking(false)}
          onChoose={(videos) => {
            setPicking(false)
            onChange([
              ...value,
              ...videos.map(({ id, title, durationSeconds }) => ({
                resourceId: id,
                title,
                resourceTitle: title,
                durationSeconds,
              })),
            ])
          }}
        />
      )}
    </>
  )
}
