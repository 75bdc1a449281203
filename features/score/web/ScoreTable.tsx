import { useState } from 'react'
import { dateTime } from '../../../web/format.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../web/words.ts'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { scoreCalls, scoreExports, type ScoreRow } from '../contract.ts'
import {
  scoreKindNames,
  scoreKinds,
  scoreResultNames,
  scoreResults,
  scoreSourceNames,
  scoreSources,
} from '../rules.ts'
import { useExams } from './exams.ts'
import { ResultTag } from './ResultTag.tsx'
import { ScoreImportButton } from './ScoreImportButton.tsx'
import { useScoreWords } from './words.ts'

const ScoreDialog = dialogPart(() => import('./ScoreDialog.tsx'))
const DeleteDialog = dialogPart(() => import('./DeleteDialog.tsx'))
const ScoreDrawer = dialogPart(() => import('./ScoreDrawer.tsx'))
const PublishDialog = dialogPart(() => import('./PublishDialog.tsx'))

/** Scores with what can be done about each: its history, a correction and its deletion; with import and publication. */
export function ScoreTable() {
  const say = useScoreWords()
  const pick = useBilingual()
  const [{ unitId, examId, score: opened }, change] = useUrlState()
  const unit = useChosenUnit(unitId)
  const exams = useExams()
  const mayEdit = useMay(scoreCalls.update)
  const mayPublish = useMay(scoreCalls.publish)
  const [edited, setEdited] = useState<ScoreRow | null>(null)
  const [deleted, setDeleted] = useState<ScoreRow | null>(null)
  const [isPublishing, setPublishing] = useState(false)
  const subjects = exams.find(({ id }) => id === examId)?.subjects ?? []
  const named = <K extends string>(
    names: Readonly<Record<K, { zh: string; en: string }>>,
    keys: readonly K[],
  ) => keys.map((value) => ({ value, label: pick(names[value].zh, names[value].en) }))
  return (
    <>
      <CrudTable
        call={scoreCalls.query}
        exportCall={scoreExports.exportScores}
        empty={say('noScores')}
        toolbar={
          <>
            <ScoreImportButton />
            {mayPublish && (
              <Button type="primary" onClick={() => setPublishing(true)}>
                {say('publish')}
              </Button>
            )}
          </>
        }
        filters={[
          { name: 'keyword', label: say('ticketOrName'), kind: 'text' },
          {
            name: 'examId',
            label: say('examFilter'),
            kind: 'select',
            options: exams.map(({ id, title }) => ({ value: id, label: title })),
          },
          {
            name: 'subjectId',
            label: say('subject'),
            kind: 'select',
            options: subjects.map(({ id, name }) => ({ value: id, label: name })),
          },
          { name: 'kind', label: say('kind'), kind: 'select', options: named(scoreKindNames, scoreKinds) },
          {
            name: 'result',
            label: say('result'),
            kind: 'many',
            options: named(scoreResultNames, scoreResults),
          },
          {
            name: 'source',
            label: say('source'),
            kind: 'many',
            options: named(scoreSourceNames, scoreSources),
          },
          {
            name: 'published',
            label: say('published'),
            kind: 'select',
            meant: (text) => text === 'true',
            options: (['true', 'false'] as const).map((value) => ({
              value,
              label: say(`published_${value}`),
            })),
          },
          { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
          { kind: 'days', from: 'from', to: 'to', label: say('enteredAt') },
        ]}
        columns={[
          {
            key: 'realName',
            title: say('realName'),
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => change({ score: row.id })}>
                {row.realName}
              </Button>
            ),
          },
          { key: 'title', title: say('examFilter'), wide: true, dataIndex: 'title' },
          { key: 'subjectName', title: say('subjectOrClass'), wide: true, dataIndex: 'subjectName' },
          {
            key: 'points',
            title: say('score'),
            align: 'right',
            render: (_, row) =>
              row.points !== null && say('scoreOf', { points: row.points, full: row.fullScore }),
          },
          {
            key: 'result',
            title: say('result'),
            card: 'tag',
            render: (_, row) => (
              <>
                <ResultTag result={row.result} />{' '}
                {row.isProposed && <Tag color="orange">{say('waiting')}</Tag>}
              </>
            ),
          },
          {
            key: 'publishAt',
            title: say('publishedAt'),
            render: (_, row) =>
              row.isPublished ? (
                <When at={row.publishAt} />
              ) : row.publishAt ? (
                say('willPublish', { time: dateTime(row.publishAt) })
              ) : (
                <Tag>{say('published_false')}</Tag>
              ),
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          { key: 'ticketNo', title: say('ticketNumber'), whole: true, dataIndex: 'ticketNo' },
          { key: 'cardMask', title: say('idNumber'), dataIndex: 'cardMask' },
          { key: 'passScore', title: say('passMark'), align: 'right', dataIndex: 'passScore' },
          {
            key: 'kind',
            title: say('kind'),
            render: (_, row) => pick(scoreKindNames[row.kind].zh, scoreKindNames[row.kind].en),
          },
          {
            key: 'source',
            title: say('source'),
            render: (_, row) => pick(scoreSourceNames[row.source].zh, scoreSourceNames[row.source].en),
          },
          { key: 'entries', title: say('entries'), align: 'right', dataIndex: 'entries' },
          { key: 'enteredAt', title: say('enteredAt'), render: (_, row) => <When at={row.enteredAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  {
                    key: 'history',
                    label: say('history'),
                    opens: true,
                    onClick: () => change({ score: row.id }),
                  },
                  // A deleted attempt is voided: it is made again.
                  mayEdit &&
                    !row.isProposed &&
                    !(row.kind === 'classExam' && row.result === 'deleted') && {
                      key: 'edit',
                      label: say('proposeCorrection'),
                      onClick: () => setEdited(row),
                    },
                  mayEdit &&
                    !row.isProposed &&
                    row.result !== 'deleted' &&
                    !(row.kind === 'classExam' && row.result === 'passed') && {
                      key: 'delete',
                      label: say('deleteScore'),
                      danger: true,
                      onClick: () => setDeleted(row),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {edited && <ScoreDialog score={edited} onClose={() => setEdited(null)} />}
      {deleted && <DeleteDialog score={deleted} onClose={() => setDeleted(null)} />}
      {isPublishing && <PublishDialog examId={examId} onClose={() => setPublishing(false)} />}
      {opened && <ScoreDrawer key={opened} id={opened} onClose={() => change({ score: null })} />}
    </>
  )
}
