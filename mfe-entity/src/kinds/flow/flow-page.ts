import { Activity } from 'lucide-react';
import { defineKindPage } from '../../kind-page/define-kind-page.tsx';

export const FLOW_PAGE = defineKindPage({ kind: 'Flow', icon: Activity, partOf: ['Person'] });
