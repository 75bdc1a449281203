import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { useEffect, useRef, useState } from 'react'
import type { Static } from 'typebox'
import { send } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useFocusBack } from '../../../web/shell/control/useFocusBack.ts'
import { courseCalls } from '../../course/contract.ts'
import type { ClassCourse } from '../contract.ts'
import { CoursePicker } from './CoursePicker.tsx'
import './CoursesInput.css'
import { useClassFormWords } from './formWords.ts'

export type ChosenCourse = Static<typeof ClassCourse>

async function fetchCourse(id: string): Promise<ChosenCourse> {
  const { items, ...course } = await send(courseCalls.get, { id })
  return {
    ...course,
    videos: items.map(({ resourceId, title, durationSeconds }) => ({ resourceId, title, durationSeconds })),
  }
}

/** The courses of a class in the order they are studied: add, move, take out. */
export function CoursesInput({
  value = [],
  onChange,
  id,
}: {
  id?: string
  value?: ChosenCourse[]
  onChange?: (courses: ChosenCourse[]) => void
}) {
  const say = useClassFormWords()
  const [picking, setPicking] = useState(false)
  const [busy, setBusy] = useState(false)
  const addButton = useFocusBack(picking)
  // What is chosen when those to add have come.
  const now = useRef(value)
  useEffect(() => {
    now.current = value
  }, [value])

  function move(from: number, to: number) {
    const next = [...value]
    next.splice(to, 0, ...next.splice(from, 1))
    onChange?.(next)
  }
  async function add(ids: string[]) {
    setBusy(true)
    try {
      const added: ChosenCourse[] = []
      for (const id of ids) added.push(await fetchCourse(id))
      onChange?.([...now.current, ...added])
      setPicking(false)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div {...(id ? { id } : {})} tabIndex={-1}>
      {value.length === 0 && <p className="k-caption">{say('noCourses')}</p>}
      <ol className="courses-input k-list">
        {value.map((course, i) => (
          <li className="k-row k-split" key={course.id}>
            <span>
              {course.name}{' '}
              <Tag color={course.attribute === 'required' ? 'blue' : 'default'}>{say(course.attribute)}</Tag>
              <span className="k-caption">
                {say('courseLine', { hours: hours(course.hoursTenths), videos: course.videos.length })}
              </span>
            </span>
            <span>
              <Button
                type="text"
                size="small"
                icon={<ArrowUpOutlined />}
                disabled={i === 0}
                aria-label={say('up', { name: course.name })}
                onClick={() => move(i, i - 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<ArrowDownOutlined />}
                disabled={i === value.length - 1}
                aria-label={say('down', { name: course.name })}
                onClick={() => move(i, i + 1)}
              />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label={say('removeOf', { name: course.name })}
                onClick={() => onChange?.(value.filter((other) => other.id !== course.id))}
              />
            </span>
          </li>
        ))}
      </ol>
      <Button ref={addButton} onClick={() => setPicking(true)}>
        {say('addCourses')}
      </Button>
      {picking && (
        <CoursePicker
          taken={new Set(value.map((course) => course.id))}
          busy={busy}
          onCancel={() => setPicking(false)}
          onChoose={(ids) => void add(ids)}
        />
      )}
    </div>
  )
}
