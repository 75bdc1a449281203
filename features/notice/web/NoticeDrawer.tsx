import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Switch from 'antd/es/switch'
import type { Dayjs } from 'dayjs'
import { useRef } from 'react'
import { send, useAction, useCall } from '../../../web/client.ts'
import { freshId } from '../../../web/freshId.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { momentOf, wallOf } from '../../../web/wallTime.ts'
import { PeriodInput } from '../../../web/shell/form/PeriodInput.tsx'
import { PersonnelSelect } from '../../class/web/PersonnelSelect.tsx'
import { RegionSelect } from '../../class/web/RegionSelect.tsx'
import { HtmlInput } from '../../file/web/HtmlInput.tsx'
import { UnitsSelect } from '../../unit/web/UnitsSelect.tsx'
import { type Notice, noticeCalls, type NoticeFields } from '../contract.ts'
import './Notice.css'
import { useNoticeWords } from './words.ts'

type Values = Omit<NoticeFields, 'startsAt' | 'endsAt'> & {
  period: [Dayjs | null, Dayjs | null] | null
}

const wall = (at: string | null) => (at === null ? null : wallOf(at))
const moment = (time: Dayjs | null | undefined) => (time ? momentOf(time) : null)

const valuesOf = (notice: Notice | undefined): Values => ({
  title: notice?.title ?? '',
  content: notice?.content ?? '',
  pinned: notice?.pinned ?? false,
  period: notice ? [wall(notice.startsAt), wall(notice.endsAt)] : null,
  personnelCategories: notice?.personnelCategories ?? [],
  regions: notice?.regions ?? [],
  unitIds: notice?.unitIds ?? [],
})

const fieldsOf = ({ period, ...values }: Values): NoticeFields => ({
  ...values,
  startsAt: moment(period?.[0]),
  endsAt: moment(period?.[1]),
})

/** Writes a notice of the project or changes one; the words of a published one stay. */
export default function NoticeDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const say = useNoticeWords()
  const requestKey = useRef(freshId())
  const query = useCall(noticeCalls.get, { id: id! }, { enabled: id !== null, staleTime: 0 })
  const save = useAction(noticeCalls.save, { quiet: true })
  const change = useAction(noticeCalls.updateStatus)
  const notice = query.data
  const isPublished = notice?.status === 'published'

  async function load() {
    const latest = await send(noticeCalls.get, { id: id! })
    return { revision: latest.revision, values: valuesOf(latest) }
  }
  function write(values: Values, revision: number | undefined) {
    const key = id === null ? { requestKey: requestKey.current } : { id, revision: revision! }
    return save.mutateAsync({ ...key, ...fieldsOf(values) })
  }
  async function publish(values: Values, revision: number | undefined) {
    const saved = await write(values, revision)
    change.mutate({ id: saved.id, event: 'publish' })
    return saved
  }

  return (
    <FormDrawer<Values, { id: string; revision: number }>
      name="notice"
      title={say(id === null ? 'create' : 'editTitle')}
      size="wide"
      {...(id === null ? {} : { query })}
      values={valuesOf(notice)}
      revised={notice ? { revision: notice.revision, load } : null}
      inputs={{ startsAt: 'period', endsAt: 'period' }}
      onSave={write}
      other={!isPublished && { label: say('saveAndPublish'), onSave: publish }}
      success={say('saved')}
      onClose={onClose}
    >
      {isPublished && <p className="k-note">{say('wordsStay')}</p>}
      <Form.Item
        name="title"
        label={say('title')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={80} showCount disabled={isPublished} />
      </Form.Item>
      <Form.Item name="content" label={say('content')} rules={[{ required: true, message: say('mustFill') }]}>
        {isPublished ? <Text /> : <HtmlInput label={say('content')} />}
      </Form.Item>
      <Form.Item name="pinned" label={say('pinned')} extra={say('pinnedHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="period" label={say('shownPeriod')} extra={say('periodHint')}>
        <PeriodInput />
      </Form.Item>
      <Form.Item name="personnelCategories" label={say('personnel')}>
        <PersonnelSelect />
      </Form.Item>
      <Form.Item name="regions" label={say('regions')}>
        <RegionSelect />
      </Form.Item>
      <Form.Item name="unitIds" label={say('units')} extra={say('unitsHint')}>
        <UnitsSelect known={notice?.units ?? []} />
      </Form.Item>
    </FormDrawer>
  )
}

/** The content of a published notice, which is not edited. */
function Text({ value = '' }: { value?: string }) {
  // Cleaned on the server when it was written.
  return <div className="notice-kept k-box notice-text k-break" dangerouslySetInnerHTML={{ __html: value }} />
}
