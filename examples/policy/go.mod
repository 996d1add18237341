module example.org/atleast

go 1.26.0

require github.com/apportion/apportion v0.0.0

replace github.com/apportion/apportion => ../..
