import type { Feature } from '../../server/feature.ts'
import { statusField } from '../../server/revision.ts'
import { batchCalls } from './contract.ts'
import { batchLifecycle } from './rules.ts'
import { batchHandlers } from './server/calls.ts'
import { waitingBatches } from './server/data.ts'
import { eraseBatches } from './server/erase.ts'
import { batchJobs, type FindSession } from './server/jobs.ts'
import { batchKinds, rowReasons } from './server/kinds.ts'

/** Actions on many rows of a list: on those named at once, on all that match by a job. */
export const batchFeature = (all: readonly Feature[], findSession: FindSession): Feature => ({
  group: 'platform',
  tables: {
    batches: {
      shared: 'of the one who began it',
      hidden: 'names who of the staff acted on many rows',
      after: 'gone',
    },
    batch_rows: { shared: 'of a batch' },
  },
  erase: eraseBatches,
  get handlers() {
    return [batchHandlers(batchKinds(all))]
  },
  get jobs() {
    const kinds = batchKinds(all)
    return batchJobs(kinds, rowReasons(kinds.values()), findSession)
  },
  work: [
    {
      code: 'batch.failed',
      words: ['未完成的批量操作', 'Batch actions not completed'],
      seenIn: batchCalls.findList,
      address: '/home/index?tasks=open',
      waiting: ({ db, session }) => waitingBatches(db, session),
    },
  ],
  audit: {
    actions: {
      'batch.begin': ['开始批量操作', 'Began a batch action'],
      'batch.cancel': ['取消批量操作', 'Cancelled a batch action'],
      'batch.fail': ['批量操作未完成', 'A batch action was not completed'],
      'batch.finish': ['完成批量操作', 'Completed a batch action'],
    },
    fields: {
      batch: {
        status: statusField(batchLifecycle),
        list: { zh: '操作', en: 'Action' },
        filter: { zh: '筛选条件', en: 'Filters' },
        except: { zh: '除外行数', en: 'Rows excepted' },
        rows: { zh: '行数', en: 'Rows' },
        total: { zh: '行数', en: 'Rows' },
        succeeded: { zh: '成功', en: 'Done' },
        proposed: { zh: '待下一步处理', en: 'Waiting for a further step' },
        refused: { zh: '未处理', en: 'Refused' },
      },
    },
    subjects: { batch: { words: ['批量操作', 'Batch action'] } },
  },
})
