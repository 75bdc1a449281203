import Select from 'antd/es/select'
import { useState } from 'react'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { useCall } from '../../../../web/client.ts'
import { useWholeWords } from '../../../../web/composing.ts'
import { usePaused } from '../../../../web/shell/view/usePaused.ts'
import { type Paper, paperCalls } from '../contract.ts'
import './Paper.css'
import { PaperDrawer } from './PaperDrawer.tsx'
import { sumsOf } from './paperValues.ts'
import { usePaperWords } from './words.ts'

/** Chooses the paper of an exam, makes one or changes the chosen one. */
export function PaperSelect({
  id,
  value,
  label,
  newName,
  onChange,
}: {
  id?: string
  value?: string
  /** The chosen paper's name, known before the list is there. */
  label?: string
  /** Initial name of a new paper. */
  newName?: string
  onChange?: (paperId: string) => void
}) {
  const say = usePaperWords()
  const [text, setText] = useState('')
  const onSearch = useWholeWords((typed) => setText(typed.trim()))
  const keyword = usePaused(text)
  const [edited, setEdited] = useState<Paper | 'new' | null>(null)
  const query = useCall(
    paperCalls.queryPaperList,
    { limit: 50, ...(keyword ? { keyword } : {}) },
    { keep: true },
  )
  const list = query.data?.list ?? []
  const chosen = list.find((paper) => paper.paperId === value)
  const options = list.map((paper) => ({ value: paper.paperId, label: paper.name }))
  if (value && label && !chosen) options.unshift({ value, label })
  return (
    <>
      <div className="paper-choice k-cluster">
        <Select
          {...(id ? { id } : {})}
          value={value}
          placeholder={say(query.data?.total === 0 && !keyword ? 'none' : 'choose')}
          loading={query.isFetching}
          showSearch={{ filterOption: false, onSearch }}
          options={options}
          onChange={onChange}
        />
        {chosen && <Button onClick={() => setEdited(chosen)}>{say('edit')}</Button>}
        <Button onClick={() => setEdited('new')}>{say('create')}</Button>
      </div>
      {chosen && (
        <p className="paper-summary">
          {say('summary', {
            mode: say(chosen.mode),
            questions: sumsOf(chosen.sections).questions,
            total: chosen.total,
            pass: chosen.passScore,
            minutes: chosen.minutes,
          })}
        </p>
      )}
      {edited && (
        <PaperDrawer
          paper={edited === 'new' ? null : edited}
          name={newName ?? say('newName')}
          onClose={() => setEdited(null)}
          onSaved={(paperId) => {
            setEdited(null)
            onChange?.(paperId)
          }}
        />
      )}
    </>
  )
}
