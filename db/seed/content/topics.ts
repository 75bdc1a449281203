/** A subject of the portal; question banks, courses and videos are filed under it. */
export interface Topic {
  key: string
  name: string
  nameEn: string
}

/** The nine subjects of the public courses, and the one of work in the trades. */
export const topics: Topic[] = [
  { key: 'data-security', name: '数据安全', nameEn: 'Data security' },
  { key: 'personal-information', name: '个人信息保护', nameEn: 'Personal information' },
  { key: 'ai-literacy', name: '人工智能素养', nameEn: 'AI literacy' },
  { key: 'ethics', name: '职业道德', nameEn: 'Professional ethics' },
  { key: 'intellectual-property', name: '知识产权', nameEn: 'Intellectual property' },
  { key: 'emergency', name: '安全与应急', nameEn: 'Safety and emergency' },
  { key: 'innovation', name: '创新方法', nameEn: 'Innovation methods' },
  { key: 'carbon', name: '碳达峰碳中和', nameEn: 'Carbon goals' },
  { key: 'mental-health', name: '心理健康', nameEn: 'Mental health' },
  { key: 'industry', name: '行业应用', nameEn: 'In the trades' },
]
