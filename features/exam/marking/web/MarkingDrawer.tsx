import Alert from 'antd/es/alert'
import Form from 'antd/es/form'
import Segmented from 'antd/es/segmented'
import Space from 'antd/es/space'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { FormDrawer } from '../../../../web/shell/form/FormDrawer.tsx'
import { type MarkedPaper, markingCalls } from '../contract.ts'
import { pointsOf } from './points.ts'
import { MarkingItem } from './MarkingItem.tsx'
import { useMarkingWords } from './words.ts'

interface Fields {
  /** Points of each essay, by its number. */
  points: Record<string, number | null>
}

/** A submitted attempt to be marked or looked at. */
export function MarkingDrawer({
  attemptId,
  next,
  onNext,
  onClose,
}: {
  attemptId: string
  /** Another attempt that waits to be marked. */
  next: string | null
  onNext: (attemptId: string) => void
  onClose: () => void
}) {
  const say = useMarkingWords()
  const [form] = Form.useForm<Fields>()
  const given = Form.useWatch('points', form) ?? {}
  const query = useCall(markingCalls.getMarking, { attemptId }, { staleTime: 0 })
  const save = useAction(markingCalls.saveMarking, { quiet: true })
  const paper = query.data
  const points = paper ? pointsOf(paper.items, given) : []
  const open = points.filter(({ score }) => score === null).length

  async function saveAs(isNext: boolean, fields: Fields) {
    const marks = pointsOf(paper!.items, fields.points).flatMap(({ no, score }) =>
      score === null ? [] : [{ no, score }],
    )
    const { score } = await save.mutateAsync({ attemptId, marks })
    return { score, isNext }
  }

  return (
    <FormDrawer
      name="marking"
      form={form}
      size="wide"
      title={paper ? say('title', { learner: paper.learner, number: paper.number }) : ''}
      query={query}
      submit={say('save')}
      values={{ points: Object.fromEntries(points.map(({ no, score }) => [no, score])) }}
      isReadOnly={paper?.status !== 'marking'}
      isBlocked={open === points.length}
      onSave={(fields) => saveAs(false, fields)}
      other={
        next !== null && open === 0 && { label: say('saveNext'), onSave: (fields) => saveAs(true, fields) }
      }
      success={({ score }) => (score === null ? say('savedPart') : say('savedScore', { score }))}
      onSaved={({ score, isNext }) => {
        if (isNext) onNext(next!)
        else if (score !== null) onClose()
      }}
      onClose={onClose}
    >
      {paper && <Marks paper={paper} open={open} />}
    </FormDrawer>
  )
}

function Marks({
  paper,
  open,
}: {
  paper: MarkedPaper
  /** The number of essays without points. */
  open: number
}) {
  const say = useMarkingWords()
  const toMark = paper.status === 'marking'
  const [shown, setShown] = useState<'essays' | 'all'>(toMark ? 'essays' : 'all')
  const items = paper.items.filter((item) => shown === 'all' || item.type === 'essay')
  return (
    <>
      {paper.score !== null && (
        <Alert
          type={paper.passed ? 'success' : 'info'}
          title={say('scoreOf', { score: paper.score, total: paper.total })}
          style={{ marginBottom: 12 }}
        />
      )}
      {toMark && (
        <Space wrap>
          <Segmented
            value={shown}
            onChange={setShown}
            options={(['essays', 'all'] as const).map((value) => ({ value, label: say(value) }))}
          />
          <span role="status">{open > 0 ? say('toMark', { count: open }) : say('allMarked')}</span>
        </Space>
      )}
      {items.map((item, i) => (
        <MarkingItem
          key={item.no}
          item={item}
          material={
            item.material !== null && items[i - 1]?.material !== item.material
              ? paper.materials[item.material]
              : undefined
          }
          toMark={toMark && item.type === 'essay'}
        />
      ))}
    </>
  )
}
