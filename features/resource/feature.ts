import { byStaff, type Feature } from '../../server/feature.ts'
import { resourceCategoryHandlers } from './category/server/calls.ts'
import { resourceHandlers } from './server/calls.ts'
import { resourceJobs } from './server/jobs.ts'
import { mediaRoutes } from './server/routes.ts'
import { videoPurpose } from './upload/server/actions.ts'
import { videoListKind } from './import/server/actions.ts'
import { videoListHandlers } from './import/server/calls.ts'
import { uploadHandlers } from './upload/server/calls.ts'
import { videoExportList } from './server/exports.ts'

/** Videos: upload, measuring, playing, in folders. */
export const resourceFeature: Feature = {
  group: 'noun',
  tables: {
    resource_categories: { of: 'project' },
    resources: { of: 'project', ...byStaff },
  },
  handlers: [resourceCategoryHandlers, resourceHandlers, uploadHandlers, videoListHandlers],
  imports: [videoListKind],
  exports: videoExportList,
  purposes: [videoPurpose],
  routes: [mediaRoutes],
  jobs: [...resourceJobs],
  audit: {
    actions: {
      'resource-category.create': ['新建资源目录', 'Created a resource category'],
      'resource-category.delete': ['删除资源目录', 'Deleted a resource category'],
      'resource-category.move': ['移动资源目录', 'Moved a resource category'],
      'resource-category.rename': ['重命名资源目录', 'Renamed a resource category'],
      'resource.change': ['修改视频', 'Updated a video'],
      'resource.create': ['新建视频', 'Added a video'],
      'resource.delete': ['删除视频', 'Deleted a video'],
    },
    subjects: {
      resource: {
        words: ['视频', 'Video'],
        name: (db, id) => db`select title from resources where id = ${id}`,
      },
      'resource-category': { words: ['资源目录', 'Resource category'] },
    },
  },
}
