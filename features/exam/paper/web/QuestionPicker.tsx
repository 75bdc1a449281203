import Input from 'antd/es/input'
import Modal from 'antd/es/modal'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import Typography from 'antd/es/typography'
import { type Key, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { Empty, Failure } from '../../../../web/kit/Loaded.tsx'
import { type Question, questionCalls, type QuestionType } from '../../../question/contract.ts'
import { BankSelect } from './BankSelect.tsx'
import { usePaperWords } from './words.ts'
import { dialogWidths } from '../../../../web/shell/control/dialogSizes.ts'
import { useAllowClear } from '../../../../web/shell/control/useAllowClear.tsx'

const limit = 10

/** Chooses questions of one type, in the order they are ticked; those of other sections cannot be ticked. */
export function QuestionPicker({
  type,
  value,
  taken,
  onCancel,
  onChoose,
}: {
  type: QuestionType
  value: readonly string[]
  taken: ReadonlySet<string>
  onCancel: () => void
  onChoose: (questionIds: string[]) => void
}) {
  const say = usePaperWords()
  const allowClear = useAllowClear()
  const [chosen, setChosen] = useState<string[]>([...value])
  const [filter, setFilter] = useState<{ bankId?: string; keyword?: string; difficulty?: string }>({})
  const [page, setPage] = useState(1)
  const query = useCall(
    questionCalls.find,
    { page, limit, type, status: 'active', ...(filter as { bankId?: string }) },
    { keep: true },
  )

  function narrow(change: typeof filter) {
    const next = { ...filter, ...change }
    setFilter(Object.fromEntries(Object.entries(next).filter(([, given]) => given)))
    setPage(1)
  }
  function choose(keys: Key[]) {
    const ids = keys.map(String)
    setChosen([...chosen.filter((id) => ids.includes(id)), ...ids.filter((id) => !chosen.includes(id))])
  }

  return (
    <Modal
      open
      width={dialogWidths.wide}
      title={say('pickTitle', { type: say(type) })}
      okText={say('pickAdd', { count: chosen.length })}
      cancelText={say('cancel')}
      onCancel={onCancel}
      onOk={() => onChoose(chosen)}
    >
      <Space wrap style={{ marginBottom: 12 }}>
        <Input.Search
          allowClear={allowClear}
          aria-label={say('keyword')}
          placeholder={say('keyword')}
          style={{ width: 220 }}
          onSearch={(text) => narrow({ keyword: text.trim() })}
        />
        <BankSelect
          placeholder={say('allBanks')}
          onChange={(bankId) => narrow({ bankId: bankId ?? '' })}
          style={{ width: 200 }}
        />
        <Select
          allowClear={allowClear}
          aria-label={say('difficulty')}
          placeholder={say('difficulty')}
          style={{ width: 110 }}
          options={(['easy', 'medium', 'hard'] as const).map((level) => ({
            value: level,
            label: say(level),
          }))}
          onChange={(difficulty?: string) => narrow({ difficulty: difficulty ?? '' })}
        />
      </Space>
      {query.isError && !query.data ? (
        <Failure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Table<Question>
          rowKey="questionId"
          size="small"
          loading={query.isFetching}
          dataSource={query.data?.list ?? []}
          locale={{ emptyText: <Empty title={say('noQuestions')} /> }}
          scroll={{ y: 380 }}
          rowSelection={{
            selectedRowKeys: chosen,
            preserveSelectedRowKeys: true,
            onChange: choose,
            getCheckboxProps: (row) => ({
              disabled: taken.has(row.questionId),
              'aria-label': row.content.parts[0]!.stem,
            }),
          }}
          pagination={{
            current: page,
            pageSize: limit,
            total: query.data?.total ?? 0,
            showSizeChanger: false,
            onChange: setPage,
          }}
          columns={[
            {
              title: say('stem'),
              render: (_, row) => (
                <Typography.Paragraph ellipsis={{ rows: 2 }} style={{ margin: 0 }}>
                  {row.content.material || row.content.parts[0]!.stem}
                </Typography.Paragraph>
              ),
            },
            { title: say('bank'), width: 130, ellipsis: true, dataIndex: 'bankName' },
            { title: say('difficulty'), width: 80, render: (_, row) => say(row.difficulty) },
          ]}
        />
      )}
    </Modal>
  )
}
