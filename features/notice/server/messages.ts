import { messageKind } from '../../../contract/message.ts'

/** A class published an announcement. */
export const classAnnounced = messageKind({
  code: 'notice.announced',
  group: 'notice',
  params: { className: 'text', title: 'text', noticeId: 'id' },
  names: {
    className: { zh: '班级名称', en: 'class name' },
    title: { zh: '公告标题', en: 'announcement' },
  },
  title: { zh: '班级公告', en: 'Class announcement' },
  text: {
    zh: '“{className}”发布了公告：{title}',
    en: '“{className}” has a new announcement: {title}',
  },
  way: '/trainIndex?notice={noticeId}',
})
