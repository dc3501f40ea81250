import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const WORKLOG_PAGE = defineKindPage({ kind: 'Worklog', partOf: ['Issue'], author: 'Person' });
