import { type ComponentType, useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { clock, fileSize } from '../../../web/format.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { useBegin } from '../../../web/shell/view/useBegin.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { When } from '../../../web/shell/control/When.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { resourceCategoryCalls } from '../category/contract.ts'
import { Folders } from '../../category/web/Folders.tsx'
import { type Resource, resourceCalls, resourceExports, transcodeStatuses } from '../contract.ts'
import { uploadCalls } from '../upload/contract.ts'
import { useFreshVideos } from './useFreshVideos.ts'
import { openUploads, useUploads } from './uploads.ts'
import { VideoCell } from './VideoCell.tsx'
import { useResourceWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

const UploadDrawer = dialogPart(() => import('./UploadDrawer.tsx'))
const VideoDrawer = dialogPart(() => import('./VideoDrawer.tsx'))
const VideoPreview = dialogPart(() => import('./VideoPreview.tsx'))

const folderCalls = { ...resourceCategoryCalls, tree: resourceCategoryCalls.findTree }

const colours = { none: 'green', queued: 'blue', done: 'green', failed: 'red' } as const

/** /resource-manage/video: folders and the videos in them; upload, preview, edit, delete. */
export default function VideoListPage({
  ListImport,
}: {
  /** Button that adds videos by a list. */
  ListImport?: ComponentType<{ folder: string | null }>
}) {
  const say = useResourceWords()
  const [state, change] = useUrlState()
  const uploads = useUploads()
  const [uploading, setUploading] = useState(false)
  useBegin('video', () => setUploading(true))
  const [shown, setShown] = useState<string | null>(null)
  const [edited, setEdited] = useState<Resource | null>(null)
  const remove = useAction(resourceCalls.delete)
  const maySave = useMay(resourceCalls.save)
  const mayUpload = useMay(uploadCalls.getUploadToken)
  const mayDelete = useMay(resourceCalls.delete)
  const mayFile = useMay(resourceCategoryCalls.save)
  const folder = state.folder ?? null
  const open = openUploads(uploads)
  useFreshVideos()

  return (
    <Folders
      calls={folderCalls}
      chosen={folder}
      onChoose={(id) => change({ folder: id, page: null }, 'push')}
      mayChange={mayFile}
    >
      <CrudTable
        call={resourceCalls.query}
        exportCall={resourceExports.exportVideoList}
        fixed={folder ? { categoryId: folder } : {}}
        filters={[
          { name: 'keyword', label: say('title'), kind: 'text' },
          {
            name: 'used',
            label: say('used'),
            kind: 'select',
            options: [
              { value: 'yes', label: say('usedYes') },
              { value: 'no', label: say('usedNo') },
            ],
          },
          {
            name: 'transcodeStatus',
            label: say('state'),
            kind: 'select',
            options: transcodeStatuses.map((value) => ({ value, label: say(value) })),
          },
        ]}
        toolbar={
          mayUpload && (
            <>
              <Button type="primary" onClick={() => setUploading(true)}>
                {open > 0 ? say('uploading', { count: open }) : say('upload')}
              </Button>
              {ListImport && <ListImport folder={folder} />}
            </>
          )
        }
        columns={[
          {
            key: 'title',
            title: say('video'),
            wide: true,
            render: (_, row) => <VideoCell video={row} onOpen={() => setShown(row.id)} />,
          },
          { key: 'folder', title: say('folder'), render: (_, row) => row.categoryName ?? say('noFolder') },
          {
            key: 'durationSeconds',
            title: say('duration'),
            align: 'right',
            render: (_, row) => (
              <>
                {clock(row.durationSeconds)}
                <div className="crud-line">{fileSize(row.bytes)}</div>
              </>
            ),
          },
          {
            key: 'transcodeStatus',
            title: say('state'),
            card: 'tag',
            render: (_, row) => (
              <>
                <Tag color={row.playable ? 'green' : colours[row.transcodeStatus]}>
                  {say(
                    row.playable && row.transcodeStatus === 'failed' ? 'failedPlayable' : row.transcodeStatus,
                  )}
                </Tag>
                {row.hasSubtitles && <Tag>{say('subtitled')}</Tag>}
              </>
            ),
          },
          { key: 'usedBy', title: say('usedBy'), align: 'right', dataIndex: 'usedBy' },
          {
            key: 'createdAt',
            title: say('created'),
            render: (_, row) => (
              <span title={row.createdByName ?? ''}>
                <When at={row.createdAt} />
              </span>
            ),
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  { key: 'preview', label: say('preview'), onClick: () => setShown(row.id) },
                  maySave && { key: 'edit', opens: true, label: say('edit'), onClick: () => setEdited(row) },
                  mayDelete && {
                    key: 'delete',
                    label: say('delete'),
                    danger: true,
                    confirm: { title: say('deleteConfirm', { title: row.title }) },
                    onClick: () => remove.mutate({ id: row.id }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {uploading && <UploadDrawer folder={folder} onClose={() => setUploading(false)} />}
      {shown && <VideoPreview id={shown} onClose={() => setShown(null)} />}
      {edited && <VideoDrawer video={edited} onClose={() => setEdited(null)} />}
    </Folders>
  )
}
