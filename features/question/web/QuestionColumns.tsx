import { clock } from '../../../web/format.ts'
import { When } from '../../../web/shell/control/When.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import type { Column } from '../../../web/shell/list/columns.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { type Question, questionCalls } from '../contract.ts'
import './Editor.css'
import { useQuestionWords } from './words.ts'

const colours = { easy: 'green', medium: 'blue', hard: 'orange' } as const

/** A question in one line: its material, or its stem. */
export const stemOf = ({ content }: Question) => content.material || content.parts[0]!.stem

/** The columns of the list of questions, with what can be done about one. */
export function useQuestionColumns({
  withBank,
  onPreview,
  onEdit,
  onDisable,
  onDelete,
}: {
  withBank: boolean
  onPreview: (question: Question) => void
  onEdit: (question: Question) => void
  onDisable: (question: Question) => void
  onDelete: (question: Question) => void
}): Column<Question>[] {
  const say = useQuestionWords()
  const mayDelete = useMay(questionCalls.delete)
  const maySave = useMay(questionCalls.save)
  const mayDisable = useMay(questionCalls.disabled)
  const placeOf = ({ resourceTitle, atSecond }: Question) => {
    if (resourceTitle === null) return null
    if (atSecond === null) return say('pinnedTo', { title: resourceTitle })
    return say('pinnedAt', { title: resourceTitle, time: clock(atSecond) })
  }
  return [
    {
      key: 'question',
      title: say('question'),
      wide: true,
      render: (_, row) => (
        <button type="button" className="question-cell k-bare" onClick={() => onPreview(row)}>
          <span>{stemOf(row)}</span>
        </button>
      ),
    },
    {
      key: 'type',
      title: say('type'),
      render: (_, row) => say(row.type),
    },
    {
      key: 'difficulty',
      title: say('difficulty'),
      render: (_, row) => <Tag color={colours[row.difficulty]}>{say(row.difficulty)}</Tag>,
    },
    { key: 'category', title: say('category'), dataIndex: 'category' },
    {
      key: 'place',
      title: say('place'),
      width: 100,
      render: (_, row) => (
        <>
          {withBank && <div className="question-place">{row.bankName ?? say('noBank')}</div>}
          <div className="question-place">{placeOf(row)}</div>
        </>
      ),
    },
    { key: 'score', title: say('score'), align: 'right', dataIndex: 'score' },
    {
      key: 'status',
      title: say('status'),
      card: 'tag',
      render: (_, row) => <Tag color={row.status === 'active' ? 'green' : 'default'}>{say(row.status)}</Tag>,
    },
    {
      key: 'updatedAt',
      title: say('updated'),
      render: (_, row) => <When at={row.updatedAt} day />,
    },
    {
      key: 'version',
      title: say('version'),
      align: 'right',
      dataIndex: 'version',
    },
    {
      key: 'actions',
      title: say('actions'),
      fixed: 'right',
      render: (_, row) => (
        <RowActions
          actions={[
            maySave && { key: 'edit', opens: true, label: say('edit'), onClick: () => onEdit(row) },
            mayDisable && {
              key: 'disable',
              label: say(row.status === 'active' ? 'disable' : 'enable'),
              onClick: () => onDisable(row),
            },
            mayDelete && {
              key: 'delete',
              label: say('delete'),
              danger: true,
              confirm: { title: say('deleteOne'), text: say('deleteHint') },
              onClick: () => onDelete(row),
            },
          ]}
        />
      ),
    },
  ]
}
