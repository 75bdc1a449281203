import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Space from 'antd/es/space'
import TreeSelect from 'antd/es/tree-select'
import { useRef, useState } from 'react'
import type { TextEncoding } from '../../../contract/textEncoding.ts'
import { readTextFile } from '../../../contract/textFile.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { FormDrawer } from '../../../web/shell/form/FormDrawer.tsx'
import { resourceCategoryCalls } from '../category/contract.ts'
import { choicesOf } from '../../category/web/folders.ts'
import { type Resource, resourceCalls } from '../contract.ts'
import { subtitlesOf } from '../upload/rules.ts'
import './Video.css'
import { useResourceWords } from './words.ts'

interface Fields {
  title: string
  categoryId: string
  /** Undefined leaves them as they are, null takes them away. */
  subtitles?: Chosen | null
}

/** A subtitle file as it was read, before it is saved. */
interface Chosen {
  name: string
  text: string
  encoding: TextEncoding
  cues: number
  /** The words of its first cue. */
  first: string
}

/** Reads a chosen file; null for one without timed text, or with bytes that are no text. */
async function readSubtitles(file: File): Promise<Chosen | null> {
  const read = readTextFile(new Uint8Array(await file.arrayBuffer()))
  const found = read && subtitlesOf(read.text)
  if (!found) return null
  const [, first = ''] = found.vtt.split('\n').slice(2)
  return { name: file.name, ...read, cues: found.cues, first }
}

/** Edits the descriptive fields of a video; what the server measured cannot be edited. */
export default function VideoDrawer({ video, onClose }: { video: Resource; onClose: () => void }) {
  const say = useResourceWords()
  const tree = useCall(resourceCategoryCalls.findTree, {}).data ?? []
  const save = useAction(resourceCalls.save, { quiet: true })
  return (
    <FormDrawer
      name="video"
      size="narrow"
      title={say('edit')}
      values={{ title: video.title, categoryId: video.categoryId ?? '' } as Fields}
      onSave={({ title, categoryId, subtitles }) =>
        save.mutateAsync({
          id: video.id,
          title,
          categoryId: categoryId || null,
          ...(subtitles === undefined ? {} : { subtitles: subtitles?.text ?? null }),
        })
      }
      success={say('saved')}
      onClose={onClose}
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
      <Form.Item name="subtitles" label={say('subtitles')} extra={say('subtitlesHint')}>
        <SubtitlesInput has={video.hasSubtitles} />
      </Form.Item>
    </FormDrawer>
  )
}

function SubtitlesInput({
  has,
  value,
  onChange = () => {},
}: {
  has: boolean
  value?: Fields['subtitles']
  onChange?: (subtitles: Fields['subtitles']) => void
}) {
  const say = useResourceWords()
  const file = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const hasSubtitles = value === undefined ? has : value !== null
  return (
    <>
      <input
        ref={file}
        type="file"
        style={{ display: 'none' }}
        accept=".vtt,.srt,text/vtt"
        aria-label={say('chooseSubtitles')}
        onChange={async ({ target }) => {
          const chosen = target.files?.[0]
          if (!chosen) return
          const read = await readSubtitles(chosen)
          target.value = ''
          setRefused(read ? null : chosen.name)
          if (read) onChange(read)
        }}
      />
      <Space wrap>
        <Button onClick={() => file.current?.click()}>{say('chooseSubtitles')}</Button>
        {hasSubtitles && (
          <Button type="link" danger onClick={() => onChange(null)}>
            {say('takeSubtitles')}
          </Button>
        )}
        {!value && hasSubtitles && say('subtitled')}
      </Space>
      <p role="status" className="video-subtitles">
        {value && say('subtitlesChosen', { ...value })}
      </p>
      {refused !== null && (
        <p role="alert" className="video-subtitles" data-refused="">
          {say('subtitlesRefused', { name: refused })}
        </p>
      )}
    </>
  )
}
