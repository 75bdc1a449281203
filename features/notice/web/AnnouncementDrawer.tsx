import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { useRef } from 'react'
import { send, useAction } from '../../../web/client.ts'
import { freshId } from '../../../web/freshId.ts'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { HtmlInput } from '../../file/web/HtmlInput.tsx'
import { type Announcement, noticeCalls } from '../contract.ts'
import { useNoticeWords } from './words.ts'

interface Values {
  title: string
  content: string
}

const valuesOf = (announcement: Announcement | null): Values => ({
  title: announcement?.title ?? '',
  content: announcement?.content ?? '',
})

/** Writes an announcement of a class, or changes one that is not published. */
export default function AnnouncementDrawer({
  classId,
  announcement,
  onClose,
}: {
  classId: string
  announcement: Announcement | null
  onClose: () => void
}) {
  const say = useNoticeWords()
  const requestKey = useRef(freshId())
  const save = useAction(noticeCalls.saveClass, { quiet: true })
  const change = useAction(noticeCalls.updateClassStatus)

  async function load() {
    const all = await send(noticeCalls.queryClass, { classId })
    const latest = all.find(({ id }) => id === announcement!.id) ?? announcement!
    return { revision: latest.revision, values: valuesOf(latest) }
  }
  function write(values: Values, revision: number | undefined) {
    const key = announcement
      ? { id: announcement.id, revision: revision! }
      : { requestKey: requestKey.current }
    return save.mutateAsync({ ...key, classId, ...values })
  }
  async function publish(values: Values, revision: number | undefined) {
    const saved = await write(values, revision)
    change.mutate({ id: saved.id, event: 'publish' })
    return saved
  }

  return (
    <FormDrawer<Values, { id: string; revision: number }>
      name="announcement"
      title={say(announcement ? 'editTitle' : 'createAnnouncement')}
      size="wide"
      values={valuesOf(announcement)}
      revised={announcement && { revision: announcement.revision, load }}
      onSave={write}
      other={{ label: say('saveAndPublish'), onSave: publish }}
      success={say('saved')}
      onClose={onClose}
    >
      <Form.Item
        name="title"
        label={say('title')}
        rules={[{ required: true, whitespace: true, message: say('mustFill') }]}
      >
        <Input maxLength={80} showCount />
      </Form.Item>
      <Form.Item
        name="content"
        label={say('content')}
        extra={say('announceHint')}
        rules={[{ required: true, message: say('mustFill') }]}
      >
        <HtmlInput label={say('content')} />
      </Form.Item>
    </FormDrawer>
  )
}
