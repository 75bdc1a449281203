import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import { useState } from 'react'
import { useCall } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { Empty, Failure } from '../../../web/kit/Loaded.tsx'
import { dialogWidths } from '../../../web/shell/control/dialogSizes.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { courseCalls } from '../../course/contract.ts'
import { useClassFormWords } from './formWords.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useAllowClear } from '../../../web/shell/control/useAllowClear.tsx'

const CourseDrawer = dialogPart(() => import('../../course/web/CourseDrawer.tsx'))

const limit = 10

/**
 * Chooses courses of the library; those the class has already cannot be ticked. A new one is written from here, and
 * chosen with those ticked.
 */
export function CoursePicker({
  taken,
  busy,
  onCancel,
  onChoose,
}: {
  taken: ReadonlySet<string>
  busy: boolean
  onCancel: () => void
  onChoose: (ids: string[]) => void
}) {
  const say = useClassFormWords()
  const allowClear = useAllowClear()
  const [keyword, setKeyword] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<string[]>([])
  const [isCreating, setCreating] = useState(false)
  const mayCreate = useMay(courseCalls.save)
  const query = useCall(courseCalls.query, { page, limit, ...(keyword ? { keyword } : {}) }, { keep: true })
  return (
    <Modal
      open
      width={dialogWidths.wide}
      title={say('pick')}
      okText={say('pickAdd', { count: chosen.length })}
      cancelText={say('cancel')}
      okButtonProps={{ disabled: chosen.length === 0, loading: busy }}
      onCancel={onCancel}
      onOk={() => onChoose(chosen)}
    >
      <Space wrap style={{ marginBottom: 12 }}>
        <Input.Search
          allowClear={allowClear}
          placeholder={say('pickSearch')}
          aria-label={say('pickSearch')}
          onSearch={(text) => {
            setKeyword(text.trim())
            setPage(1)
          }}
        />
        {mayCreate && <Button onClick={() => setCreating(true)}>{say('courseCreate')}</Button>}
      </Space>
      {query.isError && !query.data && <Failure error={query.error} onRetry={() => void query.refetch()} />}
      <Table
        rowKey="id"
        locale={{ emptyText: <Empty title={say('pickNone')} /> }}
        scroll={{ x: 'max-content' }}
        size="small"
        loading={query.isFetching}
        dataSource={query.data?.list ?? []}
        rowSelection={{
          selectedRowKeys: chosen,
          preserveSelectedRowKeys: true,
          onChange: (keys) => setChosen(keys.map(String)),
          getCheckboxProps: (row) => ({ disabled: taken.has(row.id) }),
        }}
        pagination={{
          current: page,
          pageSize: limit,
          total: query.data?.total ?? 0,
          showSizeChanger: false,
          onChange: setPage,
        }}
        columns={[
          { title: say('courses'), dataIndex: 'name' },
          { title: say('teacher'), dataIndex: 'teacherName' },
          {
            title: say('hours'),
            render: (_, row) => (
              <>
                {hours(row.hoursTenths)}{' '}
                <Tag color={row.attribute === 'required' ? 'blue' : 'default'}>{say(row.attribute)}</Tag>
              </>
            ),
          },
        ]}
      />
      {isCreating && (
        <CourseDrawer
          id="new"
          folder={null}
          mayChange
          onClose={() => setCreating(false)}
          onSaved={(id) => onChoose([...chosen, id])}
        />
      )}
    </Modal>
  )
}
