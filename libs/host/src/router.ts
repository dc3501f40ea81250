// The router's names that front-ends may use; all of them get this module as `react-router-dom`. A shared
// package is not tree-shaken, and the whole router is twice as large.
export {
  BrowserRouter,
  Link,
  NavLink,
  Navigate,
  Route,
  Router,
  Routes,
  createPath,
  parsePath,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router';
