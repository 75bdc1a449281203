import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import TreeSelect from 'antd/es/tree-select'
import { type Key, useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { clock } from '../../../web/format.ts'
import { resourceCategoryCalls } from '../category/contract.ts'
import { choicesOf } from '../../category/web/folders.ts'
import { type Resource, resourceCalls } from '../contract.ts'
import { VideoCell } from './VideoCell.tsx'
import { VideoPreview } from './VideoPreview.tsx'
import { useResourceWords } from './words.ts'

const limit = 10

/** Chooses several videos of the library, in the order they are ticked; those taken already cannot be ticked. */
export function VideoPicker({
  open,
  taken,
  onCancel,
  onChoose,
}: {
  open: boolean
  taken: ReadonlySet<string>
  onCancel: () => void
  onChoose: (videos: Resource[]) => void
}) {
  const say = useResourceWords()
  const [keyword, setKeyword] = useState('')
  const [folder, setFolder] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<Resource[]>([])
  const [shown, setShown] = useState<string | null>(null)
  const tree = useCall(resourceCategoryCalls.findTree, {}, { enabled: open }).data ?? []
  const query = useCall(
    resourceCalls.query,
    { page, limit, ...(keyword ? { keyword } : {}), ...(folder ? { categoryId: folder } : {}) },
    { enabled: open, keep: true },
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
      open={open}
      width={760}
      title={say('choose')}
      okText={`${say('add')} (${say('chosen', { count: chosen.length })})`}
      cancelText={say('cancel')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onCancel={onCancel}
      onOk={() => onChoose(chosen)}
      afterClose={() => setChosen([])}
    >
      <Space wrap style={{ marginBottom: 12 }}>
        <Input.Search
          allowClear
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
            disabled: taken.has(video.id) || !video.playable,
            'aria-label': video.title,
          }),
        }}
        columns={[
          {
            title: say('video'),
            render: (_, row) => <VideoCell video={row} onOpen={() => setShown(row.id)} />,
          },
          { title: say('length'), align: 'right', render: (_, row) => clock(row.durationSeconds) },
        ]}
        pagination={{
          current: page,
          pageSize: limit,
          total: query.data?.total ?? 0,
          showSizeChanger: false,
          onChange: setPage,
        }}
      />
      <VideoPreview id={shown} onClose={() => setShown(null)} />
    </Modal>
  )
}
