import CloudUploadOutlined from '@ant-design/icons/es/icons/CloudUploadOutlined'
import Alert from 'antd/es/alert'
import Dragger from 'antd/es/upload/Dragger'
import { useEffect, useState } from 'react'
import { CallRefused, useAction, useCall } from '../../../../web/client.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import type { BesideProps } from '../../../import/web/ImportDrawer.tsx'
import { forgetRefusal, uploadSheet } from '../../../import/web/sheetUploads.ts'
import { resourceCalls } from '../../contract.ts'
import { videoListCalls } from '../contract.ts'
import { titleOf } from '../../rules.ts'
import { UploadRows } from '../../web/UploadRow.tsx'
import { addVideos, openUploads, releaseHeld, useUploads, videoFiles } from '../../web/uploads.ts'
import '../../web/Video.css'
import { useResourceWords } from '../../web/words.ts'

/** Names that are written out before the others are opened. */
const written = 8

/** Names of files in a sentence, of many only the first until the others are opened. */
function FileNames({ names, one }: { names: readonly string[]; one: 'listMissing' | 'listExtra' }) {
  const say = useResourceWords()
  const [isOpen, setOpen] = useState(false)
  const isWhole = isOpen || names.length <= written
  const shown = isWhole ? names : names.slice(0, written)
  return (
    <>
      {say(isWhole ? one : `${one}More`, { names: shown.join(say('comma')), count: names.length })}{' '}
      {!isWhole && (
        <Button type="link" size="small" onClick={() => setOpen(true)}>
          {say('showNames', { count: names.length })}
        </Button>
      )}
    </>
  )
}

/** Files of a list of videos: where they are dropped, which are on their way, which are missing, and which are extra. */
export default function ListedVideos({ progress, params }: BesideProps) {
  const say = useResourceWords()
  const uploads = useUploads().filter(({ listed }) => listed)
  const held = uploads.filter(({ state }) => state === 'held').length
  const status = progress?.status
  const isOver = status !== undefined && !['checking', 'checked'].includes(status)
  const files = useCall(
    videoListCalls.getImportVideoProcess,
    { importId: progress?.importId ?? '' },
    {
      enabled: progress !== undefined && status !== 'applying',
      staleTime: 0,
      refetchInterval: openUploads(uploads) > 0 ? 5000 : false,
    },
  )
  const { refetch, data } = files
  useEffect(() => {
    if (progress) void refetch()
  }, [held, status, progress, refetch])
  useEffect(() => {
    if (status === 'applied' && data?.status === 'applied')
      releaseHeld(new Set(data.extra.map(({ uploadId }) => uploadId)))
  }, [status, data])
  const add = useAction(resourceCalls.save, { quiet: true })
  const [refusal, setRefusal] = useState<string | null>(null)

  async function addExtra() {
    setRefusal(null)
    try {
      for (const { uploadId, name } of data!.extra) {
        const categoryId = params.categoryId ?? null
        await add.mutateAsync({ uploadId, title: titleOf(name), categoryId })
      }
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setRefusal(error.message)
    }
    const after = await refetch()
    releaseHeld(new Set(after.data?.extra.map(({ uploadId }) => uploadId)))
  }

  return (
    <div className="video-listed">
      {!isOver && (
        <Dragger
          multiple
          accept={`${videoFiles},.xlsx`}
          showUploadList={false}
          beforeUpload={(file) => {
            if (!/\.xlsx$/i.test(file.name)) addVideos([file], 'list')
            else if (!progress) {
              forgetRefusal('videoList')
              void uploadSheet('videoList', params, file)
            }
            return false
          }}
        >
          <p className="ant-upload-drag-icon">
            <CloudUploadOutlined />
          </p>
          <p className="ant-upload-text">{say('listDrop')}</p>
          <p className="ant-upload-hint">{say('listDropHint')}</p>
        </Dragger>
      )}
      {data && status === 'checked' && (
        <Alert
          type={data.missing.length > 0 ? 'warning' : 'success'}
          showIcon
          title={say('listFiles', { arrived: data.arrived, missing: data.missing.length })}
          description={
            data.missing.length > 0 && (
              <>
                <p>
                  <FileNames names={data.missing} one="listMissing" />
                </p>
                <p>{say('listMissingHint')}</p>
              </>
            )
          }
        />
      )}
      {data && data.extra.length > 0 && status !== 'applying' && (
        <Alert
          type="info"
          showIcon
          title={<FileNames names={data.extra.map(({ name }) => name)} one="listExtra" />}
          description={refusal}
          action={
            <Button size="small" loading={add.isPending} onClick={() => void addExtra()}>
              {say('addExtra')}
            </Button>
          }
        />
      )}
      <UploadRows uploads={uploads} />
    </div>
  )
}
