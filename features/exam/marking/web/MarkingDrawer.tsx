import Alert from 'antd/es/alert'
import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Segmented from 'antd/es/segmented'
import Space from 'antd/es/space'
import { useState } from 'react'
import { useAction, useCall } from '../../../../web/client.ts'
import { Loaded } from '../../../../web/kit/Loaded.tsx'
import { notify } from '../../../../web/notice.ts'
import { useDiscard } from '../../../../web/shell/leave.ts'
import { type MarkedPaper, markingCalls } from '../contract.ts'
import { halves, pointsOf } from './points.ts'
import { MarkingItem } from './MarkingItem.tsx'
import { useMarkingWords } from './words.ts'

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
  const [given, setGiven] = useState<Record<string, number | null>>({})
  const query = useCall(markingCalls.getMarking, { attemptId }, { staleTime: 0 })
  const save = useAction(markingCalls.saveMarking)
  const paper = query.data
  const toMark = paper?.status === 'marking'
  const points = paper ? pointsOf(paper.items, given) : []
  const open = points.filter(({ score }) => score === null).length
  const discard = useDiscard(Object.keys(given).length > 0)

  async function store(isNext: boolean) {
    const marks = points.flatMap(({ no, score }) => (score === null ? [] : [{ no, score }]))
    const saved = await save.mutateAsync({ attemptId, marks }).catch(() => null)
    if (!saved) return
    setGiven({})
    notify('success', saved.score === null ? say('savedPart') : say('savedScore', { score: saved.score }))
    if (isNext && next) onNext(next)
    else if (saved.score !== null) onClose()
  }

  return (
    <Drawer
      open
      size="min(720px, 100vw)"
      title={paper ? say('title', { learner: paper.learner, number: paper.number }) : ''}
      onClose={() => discard(onClose)}
      footer={
        toMark && (
          <Space wrap>
            <Button
              type="primary"
              loading={save.isPending}
              disabled={open === points.length}
              onClick={() => void store(false)}
            >
              {say('save')}
            </Button>
            {next && open === 0 && (
              <Button loading={save.isPending} onClick={() => void store(true)}>
                {say('saveNext')}
              </Button>
            )}
            <span>{open > 0 ? say('toMark', { count: open }) : say('allMarked')}</span>
          </Space>
        )
      }
    >
      <Loaded query={query}>
        {(marked) => (
          <Marks
            paper={marked}
            toMark={toMark}
            given={given}
            onGive={(no, score) => setGiven({ ...given, [no]: halves(score) })}
          />
        )}
      </Loaded>
    </Drawer>
  )
}

function Marks({
  paper,
  toMark,
  given,
  onGive,
}: {
  paper: MarkedPaper
  toMark: boolean
  given: Readonly<Record<string, number | null>>
  onGive: (no: number, points: number | null) => void
}) {
  const say = useMarkingWords()
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
        <Segmented
          value={shown}
          onChange={setShown}
          options={(['essays', 'all'] as const).map((value) => ({ value, label: say(value) }))}
        />
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
          {...(toMark && item.type === 'essay'
            ? {
                points: given[item.no] === undefined ? item.mark : given[item.no]!,
                onPoints: (points: number | null) => onGive(item.no, points),
              }
            : {})}
        />
      ))}
    </>
  )
}
