import Button from 'antd/es/button'
import Drawer from 'antd/es/drawer'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Space from 'antd/es/space'
import TreeSelect from 'antd/es/tree-select'
import { useRef, useState } from 'react'
import { useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useDiscard } from '../../../web/shell/leave.ts'
import { resourceCategoryCalls } from '../category/contract.ts'
import { choicesOf } from '../../category/web/folders.ts'
import { type Resource, resourceCalls } from '../contract.ts'
import { useResourceWords } from './words.ts'

interface Fields {
  title: string
  categoryId: string
}

/** Edits what people say of a video; what the server measured stands. */
export function VideoDrawer({ video, onClose }: { video: Resource | null; onClose: () => void }) {
  const say = useResourceWords()
  const [dirty, setDirty] = useState(false)
  const discard = useDiscard(dirty)
  function close() {
    setDirty(false)
    onClose()
  }
  return (
    <Drawer
      open={video !== null}
      onClose={() => discard(close)}
      size="min(480px, 100vw)"
      title={say('edit')}
      destroyOnHidden
    >
      {video && (
        <VideoForm
          key={video.id}
          video={video}
          onDirty={() => setDirty(true)}
          onCancel={() => discard(close)}
          onSaved={close}
        />
      )}
    </Drawer>
  )
}

function VideoForm({
  video,
  onDirty,
  onCancel,
  onSaved,
}: {
  video: Resource
  onDirty: () => void
  onCancel: () => void
  onSaved: () => void
}) {
  const say = useResourceWords()
  const [form] = Form.useForm<Fields>()
  const tree = useCall(resourceCategoryCalls.findTree, {}).data ?? []
  const file = useRef<HTMLInputElement>(null)
  // Undefined leaves the subtitles as they are, null takes them away.
  const [subtitles, setSubtitles] = useState<{ name: string; text: string } | null | undefined>()
  const save = useAction(resourceCalls.save, {
    onDone() {
      notify('success', say('saved'))
      onSaved()
    },
  })
  const hasSubtitles = subtitles === undefined ? video.hasSubtitles : subtitles !== null

  return (
    <Form<Fields>
      name="video"
      form={form}
      layout="vertical"
      scrollToFirstError
      initialValues={{ title: video.title, categoryId: video.categoryId ?? '' }}
      onValuesChange={onDirty}
      onFinish={({ title, categoryId }) =>
        save.mutate({
          id: video.id,
          title,
          categoryId: categoryId || null,
          ...(subtitles === undefined ? {} : { subtitles: subtitles?.text ?? null }),
        })
      }
    >
      <Form.Item
        name="title"
        label={say('title')}
        extra={say('titleHint')}
        rules={[{ required: true, whitespace: true }]}
      >
        <Input maxLength={120} showCount />
      </Form.Item>
      <Form.Item name="categoryId" label={say('folder')}>
        <TreeSelect
          treeDefaultExpandAll
          treeData={[{ value: '', title: say('noFolder'), children: [] }, ...choicesOf(tree)]}
        />
      </Form.Item>
      <Form.Item label={say('subtitles')} extra={say('subtitlesHint')}>
        <input
          ref={file}
          type="file"
          style={{ display: 'none' }}
          accept=".vtt,.srt,text/vtt"
          aria-label={say('chooseSubtitles')}
          onChange={async ({ target }) => {
            const chosen = target.files?.[0]
            if (chosen) {
              setSubtitles({ name: chosen.name, text: await chosen.text() })
              onDirty()
            }
            target.value = ''
          }}
        />
        <Space wrap>
          <Button onClick={() => file.current?.click()}>{say('chooseSubtitles')}</Button>
          {hasSubtitles && (
            <Button
              type="link"
              danger
              onClick={() => {
                setSubtitles(null)
                onDirty()
              }}
            >
              {say('takeSubtitles')}
            </Button>
          )}
          {subtitles ? say('subtitlesChosen', { name: subtitles.name }) : hasSubtitles && say('subtitled')}
        </Space>
      </Form.Item>
      <Space>
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {say('save')}
        </Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </Space>
    </Form>
  )
}
