import type { Feature } from '../../server/feature.ts'
import { bannerEdits } from './server/actions.ts'
import { bannerHandlers } from './server/calls.ts'

/** Banners of the portal’s pages, for desktops and phones. */
export const bannerFeature: Feature = {
  group: 'noun',
  tables: { banners: { of: 'project' } },
  handlers: [bannerHandlers],
  audit: {
    actions: {
      'banner.change': ['修改轮播图', 'Updated a banner'],
      'banner.create': ['添加轮播图', 'Added a banner'],
      'banner.delete': ['删除轮播图', 'Deleted a banner'],
      'banner.order': ['调整轮播图顺序', 'Reordered banners'],
    },
    fields: { banner: bannerEdits.fields },
    subjects: {
      banner: {
        words: ['轮播图', 'Banner'],
        name: (db, id) => db`select title from banners where id = ${id}`,
      },
    },
  },
}
