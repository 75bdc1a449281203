import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import TreeSelect from 'antd/es/tree-select'
import { type Key, useEffect, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { clock } from '../../../web/format.ts'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { resourceCategoryCalls } from '../category/contract.ts'
import { choicesOf } from '../../category/web/folders.ts'
import { type Resource, resourceCalls } from '../contract.ts'
import { uploadCalls } from '../upload/contract.ts'
import { useFreshVideos } from './useFreshVideos.ts'
import { useUploads } from './uploads.ts'
import { VideoCell } from './VideoCell.tsx'
import { useResourceWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

const UploadDrawer = dialogPart(() => import('./UploadDrawer.tsx'))
const VideoPreview = dialogPart(() => import('./VideoPreview.tsx'))

const limit = 10

/**
 * Chooses several videos of the library, in the order they are ticked; those taken already cannot be ticked. New ones
 * are uploaded from here, and are ticked as soon as they can be played.
 */
export function VideoPicker({
  taken,
  onCancel,
  onChoose,
}: {
  taken: ReadonlySet<string>
  onCancel: () => void
  onChoose: (videos: Resource[]) => void
}) {
  const say = useResourceWords()
  const allowClear = useAllowClear()
  const [keyword, setKeyword] = useState('')
  const [folder, setFolder] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<Resource[]>([])
  const [shown, setShown] = useState<string | null>(null)
  const [uploading, setUploading] = useState(false)
  const mayUpload = useMay(uploadCalls.getUploadToken)
  const uploads = useUploads()
  // What was uploaded before is not chosen by that.
  const [before] = useState(() => new Set(uploads.map((upload) => upload.key)))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  useFreshVideos()
  const tree = useCall(resourceCategoryCalls.findTree, {}).data ?? []
  const query = useCall(
    resourceCalls.query,
    { page, limit, ...(keyword ? { keyword } : {}), ...(folder ? { categoryId: folder } : {}) },
    { keep: true },
  )

  const fresh = uploads.flatMap(({ key, resourceId }) =>
    resourceId && !before.has(key) && !ticked.has(resourceId) ? [resourceId] : [],
  )
  const ready = (query.data?.list ?? []).filter((video) => video.playable && fresh.includes(video.id))
  useEffect(() => {
    if (ready.length === 0) return
    setTicked((known) => new Set([...known, ...ready.map((video) => video.id)]))
    setChosen((known) => [...known.filter((video) => !ready.some((one) => one.id === video.id)), ...ready])
  }, [ready])

  const mayTake = (video: Resource) => video.playable && !taken.has(video.id)
  const toggle = (video: Resource) =>
    setChosen((known) =>
      known.some((one) => one.id === video.id)
        ? known.filter((one) => one.id !== video.id)
        : [...known, video],
    )

  function choose(keys: Key[], rows: Resource[]) {
    const known = new Map([...chosen, ...rows.filter(Boolean)].map((video) => [video.id, video]))
    const saved = chosen.filter((video) => keys.includes(video.id))
    const fresh = keys
      .filter((key) => !saved.some((video) => video.id === key))
      .map((key) => known.get(String(key))!)
    setChosen([...saved, ...fresh])
  }

  return (
    <Modal
      open
      width={dialogWidths.wide}
      title={say('choose')}
      okText={`${say('add')} (${say('chosen', { count: chosen.length })})`}
      cancelText={say('cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onCancel={onCancel}
      onOk={() => onChoose(chosen)}
    >
      <Space wrap style={{ marginBottom: 12 }}>
        <Input.Search
          allowClear={allowClear}
          aria-label={say('title')}
          placeholder={say('title')}
          style={{ width: 220 }}
          onSearch={(text) => {
            setKeyword(text.trim())
            setPage(1)
          }}
        />
        <TreeSelect
          aria-label={say('folder')}
          style={{ width: 200 }}
          value={folder}
          onChange={(id) => {
            setFolder(id)
            setPage(1)
          }}
          treeDefaultExpandAll
          treeData={[{ value: '', title: say('all'), children: [] }, ...choicesOf(tree)]}
        />
        {mayUpload && <Button onClick={() => setUploading(true)}>{say('upload')}</Button>}
      </Space>
      <Table<Resource>
        rowKey="id"
        size="small"
        loading={query.isPending}
        dataSource={query.data?.list ?? []}
        scroll={{ x: 'max-content', y: 420 }}
        rowSelection={{
          selectedRowKeys: chosen.map((video) => video.id),
          preserveSelectedRowKeys: true,
          onChange: choose,
          getCheckboxProps: (video) => ({
            disabled: !mayTake(video),
            'aria-label': video.title,
          }),
        }}
        columns={[
          {
            title: say('video'),
            render: (_, row) => <VideoCell video={row} onOpen={() => mayTake(row) && toggle(row)} />,
          },
          { title: say('length'), align: 'right', render: (_, row) => clock(row.durationSeconds) },
          {
            title: say('actions'),
            render: (_, row) => (
              <Button type="link" size="small" onClick={() => setShown(row.id)}>
                {say('preview')}
              </Button>
            ),
          },
        ]}
        pagination={{
          current: page,
          pageSize: limit,
          total: query.data?.total ?? 0,
          showSizeChanger: false,
          onChange: setPage,
        }}
      />
      {uploading && <UploadDrawer folder={folder || null} onClose={() => setUploading(false)} />}
      {shown && <VideoPreview id={shown} onClose={() => setShown(null)} />}
    </Modal>
  )
}
